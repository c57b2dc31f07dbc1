/**
 * Compares one table for the answers of all simulados with a table partitioned by attempt:
 *   npm run bench -- partitions [--answers 100000000] [--parts 16] [--copy]
 * PostgreSQL fills a temporary database, then the product's own statements run against both layouts (see
 * docs/past-one-primary.md). 160 bytes an answer; with `--copy`, which moves the rows as an operator does, twice that.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { type Cut, cuts, cutTable } from '#server/backup/cut-tables.store.ts';
import { connect } from '#server/db/connect.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { connectionUrl } from '#server/db/embedded-socket.ts';
import type { Db } from '#server/db/handle.ts';
import { migrate } from '#server/db/migrate.ts';
import { listGradedQuestions } from '#server/features/exams/mock-exams/grading/closing.store.ts';
import { listTallies } from '#server/features/exams/mock-exams/grading/tallies.store.ts';
import { saveManyAnswerRows } from '#server/features/exams/mock-exams/taking/answers.store.ts';
import * as attemptsStore from '#server/features/exams/mock-exams/taking/attempts.store.ts';
import { createTestQuiz } from '#server/testing/quizzes.ts';
import { cpuOfDatabase } from './cpu.ts';
import { percentile } from './http-client.ts';
import { saveAs } from './report.ts';
import { postmasterOf } from './server.ts';

const { values } = parseArgs({
  options: {
    answers: { type: 'string', default: '100000000' },
    parts: { type: 'string', default: '16' },
    copy: { type: 'boolean', default: false },
  },
});
const QUESTIONS = 40;
const QUIZZES = 50;
const ATTEMPTS_PER_STUDENT = 20;
const attempts = Math.round(Number(values.answers) / QUESTIONS);
const students = Math.max(2000, Math.ceil(attempts / ATTEMPTS_PER_STUDENT));
const parts = Number(values.parts);
const cut = cuts.find(({ table }) => table === 'attempt_questions');
if (!cut) throw new Error('The table of answers is not among those that can be cut.');

const STARTS = 1000;
const READS = 2000;
const WARM_UP = 20;
/** One attempt in 40 is deleted: above the 2 % of pages below which PostgreSQL skips index cleanup. */
const DELETED_OF = 40;

const dataDir = await mkdtemp(join(tmpdir(), 'alvorada-bench-'));
await chmod(dataDir, 0o711);
const postgres = await startEmbedded({
  dataDir,
  log: () => undefined,
  settings: {
    shared_buffers: '1GB',
    maintenance_work_mem: '512MB',
    max_wal_size: '4GB',
    // A load into a table that was created in the same transaction skips the WAL.
    wal_level: 'minimal',
    max_wal_senders: '0',
    autovacuum: 'off',
    // One core, whatever else the machine does.
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
  },
});
const connection = { connectionString: connectionUrl(postgres.connection) };
const client = new pg.Client(connection);
await client.connect();
const { db } = connect(connection, { warn: console.warn }, 4);
const postmaster = await postmasterOf(connection);
const report: Record<string, unknown> = { answers: attempts * QUESTIONS, attempts, students, parts };

const now = new Date('2026-11-16T12:00:00.000Z');
const round = (value: number, digits = 2) => Number(value.toFixed(digits));

type Took = { seconds: number; cpuSeconds: number };

async function took(name: string, run: () => Promise<unknown>): Promise<Took> {
  const cpuBefore = await cpuOfDatabase(postmaster);
  const begun = performance.now();
  await run();
  const figures = {
    seconds: round((performance.now() - begun) / 1000),
    cpuSeconds: round((await cpuOfDatabase(postmaster)) - cpuBefore),
  };
  console.log(name, figures);
  return figures;
}

const userId = (n: string) => `('00000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** Inserts people, quizzes and closed attempts; then the answers, directly into a table without keys. */
async function fill(): Promise<void> {
  await client.query(`
    INSERT INTO users (id, username, username_key, email, email_key, first_name, last_name, search_key, password_hash,
                       role, status, terms_version, terms_accepted_at, created_at)
    SELECT ${userId('n')}, 's' || n, 's' || n, 's' || n || '@bench.example', 's' || n || '@bench.example', 'Pessoa',
           'Número ' || n, 's' || n, 'x', 'student', 'active', 'bench', '${now.toISOString()}', '${now.toISOString()}'
    FROM generate_series(1, ${students}) AS n`);
  for (let i = 0; i < QUIZZES; i += 1) await createTestQuiz(db, { questions: QUESTIONS, now });
  await client.query(`
    CREATE TEMPORARY TABLE asked AS
    SELECT held.*, (SELECT min(id) FROM options WHERE options.question_version_id = held.question_version_id) AS first_option
    FROM quiz_version_questions held;
    ANALYZE`);
  // Skips the foreign-key checks: every generated attempt names an existing user and version.
  await client.query('SET session_replication_role = replica');
  await took('attempts', () =>
    client.query(`
      INSERT INTO attempts (quiz_id, quiz_version_id, user_id, started_at, deadline_at, total_questions, passing_score,
                            closed_at, closed_by, correct_answers, score, passed, time_spent)
      SELECT v.quiz_id, v.id, ${userId(`1 + n % ${students}`)}, at, at + interval '1 hour', ${QUESTIONS}, 70,
             at + interval '50 minutes', 'student', 20, 5, false, 3000
      FROM generate_series(0, ${attempts - 1}) AS n
      JOIN LATERAL (SELECT id, quiz_id FROM quiz_versions WHERE id = 1 + n % ${QUIZZES}) AS v ON true
      CROSS JOIN LATERAL (SELECT timestamptz '2026-01-01' + n * interval '10 milliseconds' AS at) AS moment`),
  );
  await client.query('SET session_replication_role = origin');
  await client.query('VACUUM ANALYZE attempts');
}

/** As a dump is loaded: the rows first, then the keys. */
async function load(): Promise<{ rows: Took; keys: Took }> {
  await client.query(`ALTER TABLE attempt_questions DROP CONSTRAINT IF EXISTS attempt_questions_pkey,
                      DROP CONSTRAINT IF EXISTS attempt_questions_attempt_id_fkey`);
  const rows = await took('answers', async () => {
    await client.query('BEGIN');
    await client.query('TRUNCATE attempt_questions');
    await client.query(`
      INSERT INTO attempt_questions (attempt_id, question_id, question_version_id, position, option_id, seq, answered_at)
      SELECT a.id, q.question_id, q.question_version_id, q.position, q.first_option + (a.id + q.position) % 4, 1, a.closed_at
      FROM attempts a
      JOIN asked q ON q.quiz_version_id = a.quiz_version_id
      WHERE a.closed_at IS NOT NULL`);
    await client.query('COMMIT');
  });
  return { rows, keys: await took('keys', () => client.query(KEYS)) };
}

/** NOT VALID: the rows are generated from the attempts and need no check. New rows are checked. */
const KEYS = `
  ALTER TABLE attempt_questions ADD PRIMARY KEY (attempt_id, question_id);
  ALTER TABLE attempt_questions ADD FOREIGN KEY (attempt_id) REFERENCES attempts ON DELETE CASCADE NOT VALID`;

/** Runs the calls sequentially on one connection. Reports the time of each and the CPU time of PostgreSQL. */
async function each(name: string, count: number, run: (index: number) => Promise<unknown>) {
  for (let i = 0; i < WARM_UP; i += 1) await run(i - WARM_UP);
  const times: number[] = [];
  const before = await cpuOfDatabase(postmaster);
  for (let i = 0; i < count; i += 1) {
    const begun = performance.now();
    await run(i);
    times.push(performance.now() - begun);
  }
  const cpu = ((await cpuOfDatabase(postmaster)) - before) * 1000;
  const figures = { p50: percentile(times, 50), p99: percentile(times, 99), cpuMs: round(cpu / count, 3) };
  console.log(name, figures);
  return figures;
}

/** Spread over all attempts, and the same ones in both runs. */
const someAttempt = (index: number) => 1 + (Math.abs(index * 7_919_993 + 13) % attempts);

async function measure(db_: Db, isCut: boolean) {
  const sizes = await client.query<{ heap: number; indexes: number }>(`
    SELECT sum(pg_table_size(c.oid))::float8 / 1e9 AS heap, sum(pg_indexes_size(c.oid))::float8 / 1e9 AS indexes
    FROM pg_class c WHERE c.relkind = 'r' AND c.relname ${isCut ? "LIKE 'attempt\\_questions\\__%'" : "= 'attempt_questions'"}`);
  const started: attemptsStore.PayloadRow[][] = [];
  const start = async (index: number) => {
    const n = 1 + ((index + WARM_UP) % students);
    const { rows } = await client.query<{ id: string }>(`SELECT ${userId(String(n))} AS id`);
    started.push(
      await attemptsStore.insertAttempt(db_, {
        quizId: 1 + (Math.abs(index) % QUIZZES),
        versionId: 1 + (Math.abs(index) % QUIZZES),
        userId: rows[0]?.id ?? '',
        isDirect: false,
        isPreview: false,
        now,
        deadline: new Date(now.getTime() + 3_600_000),
        totalQuestions: QUESTIONS,
        passingScore: 70,
        toldTime: null,
        resultsAt: null,
        notebookUntil: null,
        device: null,
      }),
    );
  };
  const starting = await each('start of an attempt (40 rows)', STARTS, start);
  const open = started.slice(-STARTS);
  const owners = new Map(
    (
      await client.query<{ id: number; user_id: string }>('SELECT id, user_id FROM attempts WHERE closed_at IS NULL')
    ).rows.map(({ id, user_id }) => [id, user_id]),
  );
  const options = await client.query<{ version: number; id: number }>(
    'SELECT question_version_id AS version, min(id) AS id FROM options GROUP BY 1',
  );
  const optionOf = new Map(options.rows.map(({ version, id }) => [version, id]));
  const answerOf = (row: attemptsStore.PayloadRow | undefined, seq: number) => {
    if (!row) throw new Error('There is no such question.');
    const change = {
      questionId: row.questionId,
      optionId: optionOf.get(row.questionVersionId) ?? null,
      flagged: false,
      doubted: false,
      leftBlank: false,
      seq,
    };
    const call = {
      attemptId: row.attemptId,
      userId: owners.get(row.attemptId) ?? '',
      now,
      overdueBefore: now,
      device: '00000000-0000-7000-8000-000000000000',
    };
    return { call, change };
  };
  let seq = 1;
  const saveAnswers = async (index: number, count: number) => {
    seq += 1;
    const batch = Array.from({ length: count }, (_, at) => {
      const sheet = open[(Math.abs(index) * count + at * 7) % open.length];
      return answerOf(sheet?.[Math.abs(index + at) % QUESTIONS], seq);
    });
    const unique = [...new Map(batch.map((one) => [`${one.call.attemptId}:${one.change.questionId}`, one])).values()];
    const saved = await saveManyAnswerRows(db_, unique);
    if (saved.some((ok) => !ok)) throw new Error('An answer was not saved.');
  };
  const figures = {
    heapGb: round(sizes.rows[0]?.heap ?? 0),
    indexGb: round(sizes.rows[0]?.indexes ?? 0),
    start: starting,
    saveOne: await each('an answer alone', READS, (index) => saveAnswers(index, 1)),
    saveHundred: await each('a hundred answers in one statement', 300, (index) => saveAnswers(index, 100)),
    sheetOfAnyAttempt: await each('the sheet of any attempt', READS, (index) =>
      attemptsStore.listPayload(db_, someAttempt(index)),
    ),
    gradeOfAnyAttempt: await each('what is graded of any attempt', READS, (index) =>
      db_.transaction().execute((tx) => listGradedQuestions(tx, [someAttempt(index)])),
    ),
    talliesOfTwentyAttempts: await each('results by subject of 20 attempts', 300, (index) =>
      listTallies(
        db_,
        Array.from({ length: 20 }, (_, at) => someAttempt(index * 20 + at)),
      ),
    ),
  };
  const deleted = await client.query(
    `DELETE FROM attempt_questions WHERE attempt_id IN (SELECT generate_series(${isCut ? 2 : 1}, ${attempts}, ${DELETED_OF}))`,
  );
  const names = isCut
    ? Array.from({ length: parts }, (_, index) => `attempt_questions_${index}`)
    : ['attempt_questions'];
  const vacuums: Took[] = [];
  for (const name of names)
    vacuums.push(await took(`vacuum ${name}`, () => client.query(`VACUUM (INDEX_CLEANUP ON) ${name}`)));
  const all = (part: keyof Took) => vacuums.map((one) => one[part]);
  const sum = (part: keyof Took) => vacuums.reduce((total, one) => total + one[part], 0);
  return {
    ...figures,
    deletedRows: deleted.rowCount,
    vacuum: {
      seconds: round(sum('seconds'), 1),
      cpuSeconds: round(sum('cpuSeconds'), 1),
      longestSeconds: Math.max(...all('seconds')),
      mostCpuSeconds: Math.max(...all('cpuSeconds')),
    },
  };
}

/** Operations that are possible on one partition but not on the whole table. */
async function measurePart() {
  const key = await took('the key of one part, built anew', () =>
    client.query('REINDEX INDEX attempt_questions_0_pkey'),
  );
  const detach = await took('detach of a part', () =>
    client.query('ALTER TABLE attempt_questions DETACH PARTITION attempt_questions_0'),
  );
  const attach = await took('attach of a part', () =>
    client.query(
      `ALTER TABLE attempt_questions ATTACH PARTITION attempt_questions_0 FOR VALUES WITH (MODULUS ${parts}, REMAINDER 0)`,
    ),
  );
  return { key, detach, attach };
}

const VACUUM = 'VACUUM ANALYZE attempt_questions';
const save = () => saveAs(values.copy ? 'partitions-copy' : 'partitions', report);

/** Measures on new connections: cached plans name a table that no longer exists. */
async function measureOnNew(isCut: boolean) {
  const { db: fresh } = connect(connection, { warn: console.warn }, 4);
  try {
    return await measure(fresh, isCut);
  } finally {
    await fresh.destroy();
    await client.query('DELETE FROM attempts WHERE closed_at IS NULL');
  }
}

async function runCut(): Promise<void> {
  const steps: { step: string; at: number }[] = [];
  await cutTable(client, cut as Cut, parts, (step) => steps.push({ step, at: performance.now() }));
  steps.push({ step: 'done', at: performance.now() });
  report.cuttingSeconds = Object.fromEntries(
    steps.slice(0, -1).map(({ step, at }, index) => [step, round(((steps[index + 1]?.at ?? at) - at) / 1000, 1)]),
  );
  console.log(report.cuttingSeconds);
  if (!values.copy) report.loadParts = await load();
  report.firstVacuumOfParts = await took('first vacuum of the parts', () => client.query(VACUUM));
  report.cut = await measureOnNew(true);
  report.onePart = await measurePart();
  await save();
}

async function runPlain(): Promise<void> {
  report.load = await load();
  report.firstVacuum = await took('first vacuum', () => client.query(VACUUM));
  report.plain = await measureOnNew(false);
  await save();
}

/** Replaces the partitioned table by a single one without rows and keys; `load` adds them. */
const BACK_TO_ONE = `
  CREATE TABLE one (LIKE attempt_questions INCLUDING ALL EXCLUDING INDEXES) WITH (fillfactor = 70);
  DROP TABLE attempt_questions;
  ALTER TABLE one RENAME TO attempt_questions`;

try {
  await migrate(connection);
  await fill();
  await db.destroy();
  if (values.copy) {
    await runPlain();
    await runCut();
  } else {
    await runCut();
    await client.query(BACK_TO_ONE);
    await runPlain();
  }
  console.log(JSON.stringify(report, null, 2));
} finally {
  await client.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
}
