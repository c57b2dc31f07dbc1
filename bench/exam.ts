/**
 * The work after a large exam:
 *   npm run bench -- exam [ranking] [regrading] [--people 20000] [--attempts 100000]
 * ranking: the ranking of `--people` people is built and then read page by page. regrading: a question that is in
 * `--attempts` attempts is annulled in the background. The server's code runs in this process with
 * `monitorEventLoopDelay`: nothing may block the event loop for more than 50 ms. On a busy machine a stall includes
 * time in which this process had no core, so the CPU time between two turns is reported as well, and it decides.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { cebraspeRules } from '#contract/exams/exam-rules.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { migrate } from '#server/db/migrate.ts';
import { rankQuiz } from '#server/features/exams/mock-exams/ranking/ranking-work.service.ts';
import { createLog } from '#server/http/logging.ts';
import { openDeps } from '#server/start.ts';
import { startTestCluster } from '#server/testing/cluster.ts';
import { createPerson, createSession } from '#server/testing/factories.ts';
import { createTestQuiz, type TestQuiz } from '#server/testing/quizzes.ts';
import { createSubject } from '#server/testing/study.ts';
import { cpuOfDatabase } from './cpu.ts';
import { saveAs } from './report.ts';
import { postmasterOf } from './server.ts';
import { type Stalls, watchStalls } from './stalls.ts';

const STALL_MS = 50;
const PAGE_MS = 5;
const PAGES = 400;
const QUESTIONS = 60;
const SUBJECTS = ['Português', 'Direito Penal', 'Direito Constitucional', 'História', 'Lógica', 'Informática'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { people: { type: 'string', default: '20000' }, attempts: { type: 'string', default: '100000' } },
});
const isWished = (part: string) => positionals.length === 0 || positionals.includes(part);
const [people, attempts] = [Number(values.people), Number(values.attempts)];

const { cluster, stop } = await startTestCluster();
await migrate(cluster.admin);
const dataDir = await mkdtemp(join(tmpdir(), 'alvorada-bench-'));
const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'error', DATA_DIR: dataDir, RATE_LIMIT: 'off' });
const clock = { now: () => new Date() };
const opened = await openDeps(config, cluster.admin, createLog(config, process.stderr), clock);
const { deps } = opened;
const app = await buildApp(deps);
await deps.jobs.start({ work: false });
const making = new pg.Client(cluster.admin);
await making.connect();
const round = (value: number, digits = 1) => Number(value.toFixed(digits));
const figuresOf = ({ stall, computed, took }: Stalls) => ({
  seconds: round(took / 1000, 2),
  longestStallMs: round(stall),
  longestComputingMs: round(computed),
});

/** Inserts `count` people, each with one closed attempt inside the window that has just ended. */
async function fill(quiz: TestQuiz, count: number, isRanked: boolean): Promise<void> {
  await making.query(
    `INSERT INTO users (id, username, username_key, email, email_key, first_name, last_name, search_key, password_hash,
                        role, status, terms_version, terms_accepted_at, created_at)
     SELECT gen_random_uuid(), name, name, name || '@exemplo.com.br', name || '@exemplo.com.br', 'Ana', 'Silva', name, '',
            'student', 'active', 'test', now(), now()
     FROM (SELECT 'p' || $1::int || '_' || n AS name FROM generate_series(1, $2::int) AS n) AS people`,
    [quiz.id, isRanked ? count : 0],
  );
  await making.query(
    `INSERT INTO attempts (quiz_id, quiz_version_id, user_id, started_at, deadline_at, total_questions, passing_score,
                           closed_at, submitted_at, results_at, closed_by, correct_answers, score, passed, time_spent)
     SELECT z.id, z.published_version_id, who.id, at, at + interval '1 hour', $2, 70, at + interval '50 minutes',
            at + interval '50 minutes', CASE WHEN $4 THEN at + interval '1 hour' END, 'student', 0, 0, false, 1000 + n % 2500
     FROM quizzes z, LATERAL (SELECT now() - interval '1 day' AS at) AS made,
          generate_series(1, $3::int) AS n
          LEFT JOIN (SELECT id, row_number() OVER (ORDER BY id) AS place FROM users WHERE username LIKE 'p' || $1::int || '\\_%') AS who
            ON who.place = n
     WHERE z.id = $1`,
    [quiz.id, QUESTIONS, count, isRanked],
  );
  await making.query(
    `INSERT INTO attempt_questions (attempt_id, position, question_id, question_version_id, option_id, answered_at, seq)
     SELECT a.id, place.position, place.question_id, place.question_version_id, chosen.id, a.started_at, 1
     FROM attempts a JOIN quiz_version_questions place ON place.quiz_version_id = a.quiz_version_id
     JOIN LATERAL (SELECT 1 + (a.id * 7919 + place.position * 31 + (a.id % 97) * place.position) % 6 AS pick) AS p ON true
     LEFT JOIN options chosen ON chosen.question_version_id = place.question_version_id AND chosen.position = p.pick
     WHERE a.quiz_id = $1`,
    [quiz.id],
  );
  await making.query(
    `UPDATE attempts SET correct_answers = hits.n, score = round(hits.n * 10.0 / $2) FROM (
       SELECT q.attempt_id, count(*) FILTER (WHERE o.is_correct)::int AS n FROM attempt_questions q
       JOIN attempts a ON a.id = q.attempt_id LEFT JOIN options o ON o.id = q.option_id
       WHERE a.quiz_id = $1 GROUP BY q.attempt_id) AS hits WHERE attempts.id = hits.attempt_id`,
    [quiz.id, QUESTIONS],
  );
  await making.query('VACUUM ANALYZE attempts, attempt_questions, users');
}

/** CPU of one page, this process and the database together. */
async function measurePages(quiz: TestQuiz, postmaster: number) {
  const { rows } = await making.query<{ id: string }>(
    'SELECT user_id AS id FROM attempts WHERE quiz_id = $1 ORDER BY random() LIMIT $2',
    [quiz.id, PAGES],
  );
  const cookies = [];
  for (const { id } of rows) cookies.push(await createSession(deps.db, id, clock.now()));
  const read = async (cookie: string) => {
    const reply = await app.inject({ url: `/api/quizzes/${quiz.id}/ranking`, headers: { cookie } });
    if (reply.statusCode !== 200) throw new Error(reply.body);
  };
  // Warm-up: the first calls include JIT compilation and query planning.
  for (const cookie of cookies) await read(cookie);
  const before = { own: process.cpuUsage(), database: await cpuOfDatabase(postmaster) };
  const begun = performance.now();
  for (const cookie of cookies) await read(cookie);
  const wall = performance.now() - begun;
  const { user, system } = process.cpuUsage(before.own);
  return {
    wallMs: round(wall / cookies.length, 2),
    serverCpuMs: round((user + system) / 1000 / cookies.length, 2),
    databaseCpuMs: round((((await cpuOfDatabase(postmaster)) - before.database) * 1000) / cookies.length, 2),
  };
}

async function measureRanking(quiz: TestQuiz, postmaster: number) {
  await fill(quiz, people, true);
  await making.query(
    `INSERT INTO quiz_windows (quiz_id, opens_at, closes_at, late_start, results_at, ended_at, created_at, updated_at)
     VALUES ($1, now() - interval '2 days', now() - interval '20 hours', 'shortens', now() - interval '20 hours', now(), now(), now())`,
    [quiz.id],
  );
  const made = await watchStalls(() => rankQuiz(deps, quiz.id));
  await making.query("UPDATE quiz_rankings SET stale = 'order' WHERE quiz_id = $1", [quiz.id]);
  const again = await watchStalls(() => rankQuiz(deps, quiz.id));
  await making.query('VACUUM ANALYZE ranking_entries, quiz_rankings');
  const page = await measurePages(quiz, postmaster);
  return {
    figures: { people, rankingMade: figuresOf(made), rankingPutInOrder: figuresOf(again), rankingPage: page },
    longest: Math.max(made.computed, again.computed),
    pageMs: page.serverCpuMs + page.databaseCpuMs,
  };
}

async function measureRegrading(quiz: TestQuiz) {
  await fill(quiz, attempts, false);
  const admin = await createPerson(deps.db, { role: 'admin', now: clock.now() });
  const call = async (method: 'GET' | 'POST', path: string, payload?: object) => {
    const reply = await app.inject({
      method,
      url: `/api/teacher/questions/${quiz.questions[0]?.id}/${path}`,
      headers: { cookie: admin.cookie },
      ...(payload ? { payload } : {}),
    });
    if (reply.statusCode >= 300) throw new Error(reply.body);
    return reply.json();
  };
  const asked = await watchStalls(() => call('POST', 'annulment', { reason: 'Duas certas' }));
  const seen = new Set<number>();
  const job = await watchStalls(async () => {
    const watching = setInterval(() => {
      void call('GET', 'regrading').then(({ regrading }) => seen.add(regrading.done));
    }, 200);
    await deps.jobs.drain();
    clearInterval(watching);
  });
  const { regrading } = await call('GET', 'regrading');
  if (regrading.done !== attempts || !regrading.finishedAt) throw new Error(JSON.stringify(regrading));
  return {
    figures: {
      attempts,
      annulmentAnswered: figuresOf(asked),
      regraded: { ...figuresOf(job), changed: regrading.changed, progressSeen: seen.size },
    },
    longest: Math.max(asked.computed, job.computed),
  };
}

try {
  await making.query('SET statement_timeout = 0');
  const postmaster = await postmasterOf(cluster.admin);
  const now = clock.now();
  const subjectIds: number[] = [];
  for (const name of SUBJECTS) subjectIds.push(await createSubject(deps.db, name));
  const blocks = SUBJECTS.map((name, place) => ({
    subjectId: subjectIds[place] ?? 0,
    name,
    questionCount: QUESTIONS / SUBJECTS.length,
  }));
  const make = async (title: string) => {
    const quiz = await createTestQuiz(deps.db, { title, questions: QUESTIONS, subjectIds, now });
    const rules = { ...cebraspeRules(blocks, QUESTIONS), annulment: 'pro_rata' };
    await making.query('UPDATE quiz_versions SET rules = $2 WHERE quiz_id = $1', [quiz.id, JSON.stringify(rules)]);
    await making.query('UPDATE questions SET in_bank = true');
    return quiz;
  };

  const ranking = isWished('ranking') ? await measureRanking(await make('Simulado da semana'), postmaster) : null;
  const regrading = isWished('regrading') ? await measureRegrading(await make('Simulado de todos')) : null;
  const report = { ...ranking?.figures, ...regrading?.figures };
  console.log(report);
  await saveAs(['exam', ...positionals].join('-'), report);
  const longest = Math.max(ranking?.longest ?? 0, regrading?.longest ?? 0);
  const pageMs = ranking?.pageMs ?? 0;
  if (longest > STALL_MS) console.error(`The event loop was busy for ${round(longest)} ms, of ${STALL_MS} allowed.`);
  if (pageMs > PAGE_MS) console.error(`A page of the ranking costs ${round(pageMs)} ms, of ${PAGE_MS} allowed.`);
  if (longest > STALL_MS || pageMs > PAGE_MS) process.exitCode = 1;
} finally {
  await making.end();
  await app.close();
  await opened.close();
  await stop();
  await rm(dataDir, { recursive: true, force: true });
}
