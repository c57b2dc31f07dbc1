/**
 * The question bank with very many questions: what each filter, order and page costs the database, and the counts.
 *   npm run bench -- bank [questions]
 * Prints the CPU of PostgreSQL's process for each call of the stores, and fails above its bounds: 30 ms for a page,
 * 100 ms for a count.
 */

import type { BankFilter } from '#contract/questions/question-bank.ts';
import { connect } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import {
  type BankOrder,
  countBankRows,
  listRankedRows,
  listSortedRows,
  type SearchTerms,
} from '#server/features/questions/question-bank/bank.store.ts';
import {
  countBySubject,
  countByTopic,
  listLabels,
} from '#server/features/questions/question-bank/bank-labels.store.ts';
import { sortValueOf } from '#server/features/questions/question-bank/bank-order.ts';
import { startTestCluster } from '#server/testing/cluster.ts';
import { queryWords } from '#server/text/search-words.ts';
import { cpuOfProcess } from './cpu.ts';

const count = Number(process.argv[2] ?? 100_000);
const RUNS = 10;
const PAGE = 31;
const bounds = { page: 30, count: 100 };

const { cluster, stop } = await startTestCluster();
const { db, pool } = connect(cluster.admin, console, 1);
let isSlow = false;
let backend = 0;
try {
  await migrate(cluster.admin);
  await pool.query('SET statement_timeout = 0');
  await fill();
  await pool.query('RESET statement_timeout');
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  backend = rows[0]?.pid ?? 0;
  const filters: [string, BankFilter][] = [
    ['everything', {}],
    ['subject', { subjectId: 3 }],
    ['topic', { topicId: 12 }],
    ['source', { source: 'Banca 4' }],
    ['year', { year: 2019 }],
    ['difficulty', { difficulty: 'hard' }],
    ['kind', { kind: 'true_false' }],
    ['rare status', { status: 'annulled' }],
    ['tag', { tag: 'revisão 7' }],
    ['rare tag', { tag: 'rara' }],
    ['subject, year, difficulty', { subjectId: 3, year: 2019, difficulty: 'hard' }],
    ['source without questions', { source: 'Nenhuma' }],
  ];
  const orders: BankOrder[] = (['id', 'updated', 'topic', 'source', 'year', 'difficulty'] as const).flatMap((sort) => [
    { sort, isDescending: true },
    { sort, isDescending: false },
  ]);
  for (const [name, filter] of filters) {
    const total = await measure(`count: ${name}`, bounds.count, () => countBankRows(db, filter, null, false));
    const isFew = name !== 'everything' && total <= 8000;
    for (const order of orders.filter(({ sort }) => !(sort in filter))) {
      const label = `${name}, by ${order.sort} ${order.isDescending ? 'desc' : 'asc'}`;
      const first = await measure(label, bounds.page, () =>
        listSortedRows(db, filter, null, order, { limit: PAGE, behind: null, isFew }),
      );
      // A page from the middle: the cursor that a page far back would end with.
      const middle = first.at(-1);
      const behind = middle && { id: Math.floor(count / 2), value: sortValueOf(middle, order.sort) };
      if (behind) {
        await measure(`${label}, further on`, bounds.page, () =>
          listSortedRows(db, filter, null, order, { limit: PAGE, behind, isFew }),
        );
      }
    }
  }
  for (const search of ['questao', 'palavra77', 'palavra77 palavra3', 'assunto 12']) {
    const terms = termsOf(search);
    const found = await measure(`count: '${search}'`, bounds.count, () => countBankRows(db, {}, terms, false));
    await measure(`search '${search}' (${found})`, bounds.page, () =>
      found > 1000
        ? listSortedRows(
            db,
            {},
            terms,
            { sort: 'id', isDescending: true },
            { limit: PAGE, behind: null, isFew: found <= 8000 },
          )
        : listRankedRows(db, {}, terms, false, { limit: PAGE, offset: 0 }),
    );
  }
  const labels: ((from: typeof db) => Promise<unknown>)[] = [countBySubject, countByTopic, listLabels];
  for (const ask of labels) {
    await measure(ask.name, bounds.count, () => ask(db));
  }
} finally {
  await db.destroy();
  await stop();
}
if (isSlow) process.exitCode = 1;

function termsOf(search: string): SearchTerms {
  const words = queryWords(search);
  return { words, key: words.map(({ plain }) => plain).join(' ') };
}

/** CPU time of PostgreSQL's process for one call: not affected by other work on the machine. */
async function measure<T>(name: string, bound: number, ask: () => Promise<T>): Promise<T> {
  let answer = await ask();
  const before = await cpuOfProcess(backend);
  for (let run = 0; run < RUNS; run += 1) answer = await ask();
  const spent = (((await cpuOfProcess(backend)) - before) * 1000) / RUNS;
  const isOver = spent > bound;
  isSlow ||= isOver;
  console.log(`${spent.toFixed(1).padStart(7)} ms  ${name}${isOver ? `  OVER ${bound} ms` : ''}`);
  return answer;
}

/** Twenty subjects with ten topics each, forty boards, thirty years; one question in a hundred is annulled. */
async function fill(): Promise<void> {
  await pool.query(
    `INSERT INTO subjects (name, name_key, created_at) SELECT 'Matéria ' || n, 'materia ' || n, now() FROM generate_series(1, 20) AS n`,
  );
  await pool.query(
    `INSERT INTO topics (subject_id, name, name_key) SELECT s.id, 'Assunto ' || n, 'assunto ' || n
     FROM subjects s, generate_series(1, 10) AS n`,
  );
  await pool.query('ALTER TABLE questions DISABLE TRIGGER USER');
  await pool.query(
    `INSERT INTO questions (subject_id, topic_id, topic, source, year, difficulty, tags, status, status_reason, kind,
                            in_bank, fingerprint, created_at, updated_at)
     SELECT t.subject_id, t.id, t.name, 'Banca ' || n % 40, 1996 + n % 30, (ARRAY['easy', 'medium', 'hard'])[1 + n % 3],
            CASE WHEN n % 5 = 0 THEN ARRAY['revisão ' || n % 50] WHEN n % 9973 = 0 THEN ARRAY['rara'] ELSE '{}' END,
            CASE WHEN n % 100 = 0 THEN 'annulled' ELSE 'active' END, '',
            CASE WHEN n % 4 = 0 THEN 'true_false' ELSE 'choice' END, true, decode(md5(n::text), 'hex'),
            now() - n * interval '1 minute', CASE WHEN n % 3 = 0 THEN now() - n * interval '7 seconds' END
     FROM generate_series(1, $1::int) AS n
     JOIN (SELECT *, row_number() OVER (ORDER BY id) - 1 AS place FROM topics) AS t ON t.place = n * 7919 % 200`,
    [count],
  );
  await pool.query(
    `INSERT INTO question_versions (question_id, number, kind, format, statement, comment, created_at)
     SELECT id, 1, kind, 'plain', 'Questão ' || id, '', now() FROM questions`,
  );
  await pool.query(
    'UPDATE questions q SET current_version_id = v.id FROM question_versions v WHERE v.question_id = q.id',
  );
  await pool.query('ALTER TABLE questions ENABLE TRIGGER USER');
  await pool.query(
    `INSERT INTO question_index (question_id, excerpt, words, text_key)
     SELECT q.id, 'Questão ' || q.id, search_words(said, lower(said), lower(said)), lower(said)
     FROM questions q, LATERAL (SELECT 'questao assunto ' || q.topic || ' palavra' || q.id % 100 || ' palavra' || q.id % 7
       || ' segundo o texto a alternativa correta apresenta termo' || q.id % 1000 || ' e outro' || q.id % 333 AS said) AS text`,
  );
  await pool.query('VACUUM ANALYZE');
}
