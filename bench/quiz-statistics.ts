/**
 * A quiz that 25,000 students have taken, 40 questions each, beside ten others: what its statistics cost, and what
 * annulling one of its questions would.
 *   npm run bench -- statistics [attempts]
 * Prints the rows read, the CPU of PostgreSQL's process for each call of the store, and whether the plan touches
 * answers of other quizzes.
 */
import { connect } from '#server/db/connect.ts';
import type { Tx } from '#server/db/handle.ts';
import { migrate } from '#server/db/migrate.ts';
import { recountAttempts } from '#server/features/exams/mock-exams/grading/regrading.store.ts';
import {
  countAnswers,
  raiseSortMemory,
  summariseAttempts,
} from '#server/features/exams/statistics/statistics.store.ts';
import { startTestCluster } from '#server/testing/cluster.ts';
import { createTestQuiz } from '#server/testing/quizzes.ts';
import { cpuOfProcess } from './cpu.ts';

const attempts = Number(process.argv[2] ?? 25_000);
const QUESTIONS = 40;
const OTHERS = 10;

const { cluster, stop } = await startTestCluster();
const { db, pool } = connect(cluster.admin, console, 1);
try {
  await migrate(cluster.admin);
  const quizzes = [];
  for (let n = 0; n <= OTHERS; n += 1) {
    quizzes.push(await createTestQuiz(db, { title: `Simulado ${n}`, questions: QUESTIONS }));
  }
  const [measured] = quizzes;
  if (!measured) throw new Error('There is no quiz to measure.');
  // Only for generating the data: the measured calls keep the product's timeout.
  await pool.query('SET statement_timeout = 0');
  for (const quiz of quizzes) await fill(quiz.id, quiz === measured ? attempts : Math.ceil(attempts / OTHERS));
  await pool.query('VACUUM ANALYZE attempts, attempt_questions');
  await pool.query('RESET statement_timeout');

  const counted = { quizId: measured.id, all: true, courseId: null, from: null, until: null };
  const {
    rows: [backend],
  } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  for (const [name, run] of [
    ['summary', () => withRoom((tx) => summariseAttempts(tx, counted))],
    ['answers', () => withRoom((tx) => countAnswers(tx, counted))],
    ['annulment, dry run', () => recountAttempts(db, measured.questions[0]?.id ?? 0, true)],
  ] as const) {
    await run();
    const before = await cpuOfProcess(backend?.pid ?? 0);
    const begun = performance.now();
    await run();
    const cpu = (await cpuOfProcess(backend?.pid ?? 0)) - before;
    console.log(`${name}: ${Math.round(cpu * 1000)} ms of CPU, ${Math.round(performance.now() - begun)} ms`);
  }
  const counts = await countAnswers(db, counted);
  const sum = counts.reduce((all, question) => all + question.attempts, 0);
  console.log(`${sum.toLocaleString('en')} answers of this quiz counted, of ${await total()} in the table`);
} finally {
  await db.destroy();
  await stop();
}

/** Runs a query like the service: in a transaction with more sort memory. */
function withRoom<T>(ask: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await raiseSortMemory(tx);
    return ask(tx);
  });
}

/** Closed attempts with an answer to every question, in two statements. */
async function fill(quizId: number, count: number): Promise<void> {
  await pool.query(
    `INSERT INTO attempts (quiz_id, quiz_version_id, started_at, deadline_at, total_questions, passing_score,
                           closed_at, closed_by, correct_answers, score, passed, time_spent)
     SELECT z.id, z.published_version_id, at, at + interval '1 hour', $2, 70, at + interval '50 minutes', 'student',
            hits, round(hits * 10.0 / $2), hits * 100 >= 70 * $2, 3000
     FROM quizzes z, generate_series(1, $3::int) AS n,
          LATERAL (SELECT now() - n * interval '1 minute' AS at, (random() * $2)::int AS hits) AS made
     WHERE z.id = $1`,
    [quizId, QUESTIONS, count],
  );
  await pool.query(
    `INSERT INTO attempt_questions (attempt_id, position, question_id, question_version_id, option_id, answered_at, seq)
     SELECT a.id, place.position, place.question_id, place.question_version_id,
            (SELECT o.id FROM options o WHERE o.question_version_id = place.question_version_id
             ORDER BY o.position OFFSET (a.id * 7 + place.position * 3) % 4 LIMIT 1),
            a.started_at + place.position * interval '1 minute', 1
     FROM attempts a JOIN quiz_version_questions place ON place.quiz_version_id = a.quiz_version_id
     WHERE a.quiz_id = $1`,
    [quizId],
  );
}

async function total(): Promise<string> {
  const { rows } = await pool.query<{ count: number }>('SELECT count(*) AS count FROM attempt_questions');
  return (rows[0]?.count ?? 0).toLocaleString('en');
}
