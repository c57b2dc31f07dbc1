/**
 * How well the product's comparison finds near-duplicates, on a separate database:
 *   npm run bench -- duplicates [--questions FILE] [--bank 100000]
 * FILE has one question per line, as JSON: {"id","text","options":[…],"group"}; those of one group are the same question.
 * Without it questions are generated (generated-questions.ts), and the bank is filled with others. Reports the cost of
 * a question, and the size of the index. Fails below a recall of 0.95 or a precision of 0.9.
 */
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { connect } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { findNear } from '#server/features/questions/questions/near.service.ts';
import { crowdedBands, ownBands } from '#server/features/questions/questions/near.store.ts';
import { contentForms } from '#server/features/questions/questions/question-index.ts';
import { startTestCluster } from '#server/testing/cluster.ts';
import { cpuOfProcess } from './cpu.ts';
import { type GroupedQuestion, generatedQuestions } from './generated-questions.ts';

const GROUPS = 1500;
const SEED = 18;
const BATCH = 20;
/** Batch size of an import. */
const FILL = 250;
const least = { recall: 0.95, precision: 0.9 };

const named = (option: string) => {
  const at = process.argv.indexOf(option);
  return at < 0 ? undefined : (process.argv[at + 1] ?? '');
};
const file = named('--questions');
const questions =
  file === undefined ? generatedQuestions(GROUPS, Number(named('--bank') ?? 100_000), SEED) : await fromFile(file);
/** The questions whose copies are searched for. The fillers of the bank are not, but may be found. */
const asked = questions.findLastIndex(({ id }) => !String(id).startsWith('f')) + 1;
const askedCount = file === undefined ? asked : questions.length;

async function fromFile(path: string): Promise<GroupedQuestion[]> {
  if (path === '') throw new Error('Name a file: npm run bench -- duplicates --questions FILE');
  const name = z.union([z.string(), z.number()]);
  const line = z.object({ id: name, text: z.string(), options: z.array(z.string()), group: name });
  return (await readFile(path, 'utf8')).split(/\r?\n/).flatMap((text, at) => {
    if (text.trim() === '') return [];
    try {
      return [line.parse(JSON.parse(text))];
    } catch (cause) {
      throw new Error(`Line ${at + 1} is not {"id","text","options":[…],"group"}.`, { cause });
    }
  });
}

const contentOf = ({ text, options }: GroupedQuestion) => ({
  format: 'plain' as const,
  questionText: text,
  comment: '',
  options: options.map((optionText, place) => ({ optionText, comment: '', isCorrect: place === 0 })),
});

const { cluster, stop } = await startTestCluster();
const { db, pool } = connect(cluster.admin, console, 1);
try {
  await migrate(cluster.admin);
  await pool.query('SET statement_timeout = 0');
  const begun = performance.now();
  for (let from = 0; from < questions.length; from += FILL) await store(questions.slice(from, from + FILL));
  await pool.query('VACUUM ANALYZE');
  console.log(`${questions.length} questions stored in ${((performance.now() - begun) / 1000).toFixed(0)} s`);

  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const backend = rows[0]?.pid ?? 0;
  const found = new Set<string>();
  const [before, own] = [await cpuOfProcess(backend), process.cpuUsage()];
  for (let from = 0; from < askedCount; from += BATCH) {
    const batch = questions.slice(from, Math.min(from + BATCH, askedCount));
    const near = await findNear(db, batch.map(contentOf));
    near.forEach((ones, at) => {
      const place = from + at;
      for (const { questionId } of ones) {
        const other = questionId - 1;
        if (other !== place) found.add(place < other ? `${place} ${other}` : `${other} ${place}`);
      }
    });
  }
  const database = ((await cpuOfProcess(backend)) - before) * 1000;
  const { user, system } = process.cpuUsage(own);
  tell(found);
  const each = (milliseconds: number) => `${(milliseconds / Math.max(1, askedCount)).toFixed(2)} ms`;
  console.log(`CPU for one question: ${each(database)} of the database, ${each((user + system) / 1000)} of the server`);
  const size = await pool.query<{ size: number; bytes: number }>(
    `SELECT pg_relation_size('question_index_by_band')::int AS size, (SELECT sum(pg_column_size(bands))::int FROM question_index) AS bytes`,
  );
  const megabytes = (bytes: number | undefined) => `${((bytes ?? 0) / 1024 ** 2).toFixed(1)} MB`;
  console.log(`index ${megabytes(size.rows[0]?.size)}, column ${megabytes(size.rows[0]?.bytes)}`);
} finally {
  await db.destroy();
  await stop();
}

function tell(found: ReadonlySet<string>): void {
  const groups = Map.groupBy(questions.keys(), (place) => String(questions[place]?.group));
  const meant = [...groups.values()].flatMap((group) =>
    group.flatMap((a, index) => group.slice(index + 1).map((b) => `${a} ${b}`)),
  );
  const hits = meant.filter((pair) => found.has(pair)).length;
  const recall = meant.length === 0 ? 1 : hits / meant.length;
  const precision = found.size === 0 ? 1 : hits / found.size;
  console.log(
    `${askedCount} compared with ${questions.length}: ${meant.length} pairs are the same, ${found.size} found`,
  );
  console.log(
    `recall ${recall.toFixed(4)} (at least ${least.recall}), precision ${precision.toFixed(4)} (at least ${least.precision})`,
  );
  if (recall < least.recall || precision < least.precision) process.exitCode = 1;
}

/** Inserts directly into the tables, in order: the first question has the id 1. */
async function store(part: readonly GroupedQuestion[]): Promise<void> {
  const rows = JSON.stringify(
    part.map((question, at) => {
      const { textKey, bands } = contentForms(contentOf(question));
      return { at, text: question.text, options: question.options, textKey, bands };
    }),
  );
  await sql`
    WITH given AS (SELECT * FROM jsonb_to_recordset(${rows}::jsonb) AS g (at int, text text, options text[], "textKey" text, bands int[])),
     questions AS (INSERT INTO questions (created_at, in_bank) SELECT now(), true FROM given ORDER BY at RETURNING id),
     numbered AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS at FROM questions),
     versions AS (INSERT INTO question_versions (question_id, number, format, statement, comment, created_at)
       SELECT n.id, 1, 'plain', g.text, '', now() FROM numbered n JOIN given g ON g.at = n.at RETURNING id, question_id),
     options AS (INSERT INTO options (question_version_id, position, option_text, comment, is_correct)
       SELECT v.id, o.place, o.option, '', o.place = 1 FROM versions v JOIN numbered n ON n.id = v.question_id
       JOIN given g ON g.at = n.at CROSS JOIN LATERAL unnest(g.options) WITH ORDINALITY AS o (option, place)),
     crowded AS MATERIALIZED (${crowdedBands(sql`SELECT unnest(bands) FROM given`, sql`SELECT id FROM numbered`)})
     INSERT INTO question_index (question_id, excerpt, words, text_key, bands)
     SELECT n.id, '', ''::tsvector, g."textKey", ${ownBands(sql`g.bands`)}
     FROM numbered n JOIN given g ON g.at = n.at`.execute(db);
  await pool.query(
    `UPDATE questions q SET current_version_id = v.id FROM question_versions v
     WHERE v.question_id = q.id AND q.current_version_id IS NULL`,
  );
}
