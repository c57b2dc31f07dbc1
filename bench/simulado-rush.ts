/**
 * Many students take the same simulado at the same time, on a separate server and database:
 *   npm run bench -- rush [--students 200] [--questions 40] [--ramp 0] [--think 0] [--window] [--workers 1] [--after 0]
 * Each student starts (spread over `--ramp` seconds), saves every answer in a separate call (after about `--think`
 * seconds), and finishes. Reports attempts per minute, times per call, CPU time per attempt of server and database, and
 * lost answers: every acknowledged answer is looked up in the database and compared with the grade. `--window`: all
 * attempts run inside a window and are submitted and graded together when it closes. `--workers`: processes of the
 * server. `--after`: seconds after the last student has finished until the server's memory is read again.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect } from '#server/db/connect.ts';
import type { Db } from '#server/db/handle.ts';
import { createPerson } from '#server/testing/factories.ts';
import { createTestQuiz, type TestQuiz } from '#server/testing/quizzes.ts';
import { cpuOfDatabase, cpuOfFamily } from './cpu.ts';
import { Connection, percentile } from './http-client.ts';
import { saveAs } from './report.ts';
import { watchMemory } from './rush-memory.ts';
import { startBenchServer } from './server.ts';

const LIMIT_MS = 20 * 60_000;
const PEOPLE_AT_ONCE = 12;
/** CPU of server and database for one simulado of 40 answers. */
const BAR_MS = 60;

const { values } = parseArgs({
  options: {
    students: { type: 'string', default: '200' },
    questions: { type: 'string', default: '40' },
    ramp: { type: 'string', default: '0' },
    think: { type: 'string', default: '0' },
    window: { type: 'boolean', default: false },
    workers: { type: 'string', default: '1' },
    after: { type: 'string', default: '0' },
  },
});
const students = Number(values.students);
const questions = Number(values.questions);
const rampMs = Number(values.ramp) * 1000;
const thinkMs = Number(values.think) * 1000;
const workers = Number(values.workers);
const afterSeconds = Number(values.after);

type Call = 'start' | 'answer' | 'finish';
type Taken = {
  attemptId: number;
  chosen: Map<number, number>;
  result: { correctAnswers: number; totalQuestions: number };
};

/** Calls that the server refused with 429 or 503 and that were made again. */
let turnedAway = 0;
let resent = 0;
const times: Record<Call, number[]> = { start: [], answer: [], finish: [] };

async function timed<T>(call: Call, run: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const answer = await run();
  times[call].push(performance.now() - begun);
  return answer;
}

/** Runs the simulado of one student. Choices are derived from the numbers, so that every run is the same. */
async function take(url: string, cookie: string, quiz: TestQuiz, number: number): Promise<Taken> {
  const connection = new Connection(url, cookie);
  const start = await timed('start', () => connection.post(`/api/quizzes/${quiz.id}/start`, {}));
  const sheet = JSON.parse(start) as { id: number };
  const chosen = new Map<number, number>();
  for (const [index, question] of quiz.questions.entries()) {
    const optionId = question.options[(number * 7 + index * 3) % question.options.length] ?? question.right;
    if (thinkMs > 0) await delay(thinkMs * (0.5 + ((number * 31 + index * 17) % 100) / 100));
    const answers = [{ questionId: question.id, optionId, flagged: false, seq: index + 1 }];
    const saved = await timed('answer', () => connection.post(`/api/attempts/${sheet.id}/answers`, { answers }));
    if (!saved.startsWith('{"superseded":[],')) throw new Error(`An answer was not taken: ${saved}`);
    chosen.set(question.id, optionId);
  }
  const finished = await timed('finish', () => connection.post(`/api/attempts/${sheet.id}/finish`, {}));
  const { attempt } = JSON.parse(finished) as { attempt: Taken['result'] };
  connection.close();
  turnedAway += connection.turnedAway;
  resent += connection.resent;
  return { attemptId: sheet.id, chosen, result: attempt };
}

/** From a minute ago until tomorrow, as an author would set it. */
async function openWindow(db: Db, quizId: number, now: Date): Promise<void> {
  const [opens, closes] = [new Date(now.getTime() - 60_000), new Date(now.getTime() + 24 * 3_600_000)];
  await db
    .insertInto('quiz_windows')
    .values({
      quiz_id: quizId,
      opens_at: opens,
      closes_at: closes,
      results_at: closes,
      late_start: 'shortens',
      created_at: now,
      updated_at: now,
    })
    .execute();
}

/** Ends the window by changing its rows; the job of the server grades the submitted attempts. */
async function closeWindow(db: Db, quizId: number, taken: readonly Taken[]): Promise<void> {
  const past = new Date(Date.now() - 60_000);
  const over = {
    started_at: new Date(past.getTime() - 60_000),
    deadline_at: past,
    results_at: past,
    submitted_at: past,
  };
  await db.updateTable('attempts').set(over).where('quiz_id', '=', quizId).execute();
  const closes = { opens_at: new Date(past.getTime() - 60_000), closes_at: past, results_at: past };
  await db.updateTable('quiz_windows').set(closes).where('quiz_id', '=', quizId).execute();
  for (;;) {
    const rows = await db
      .selectFrom('attempts')
      .select(['id', 'correct_answers as correctAnswers'])
      .where('quiz_id', '=', quizId)
      .where('closed_at', 'is not', null)
      .execute();
    if (rows.length <= taken.length) {
      await delay(1000);
      continue;
    }
    const graded = new Map(rows.map(({ id, correctAnswers }) => [id, correctAnswers]));
    for (const one of taken) one.result.correctAnswers = graded.get(one.attemptId) ?? -1;
    return;
  }
}

/** Acknowledged answers that are missing in the database, and grades that do not match them. */
async function countFaults(db: Db, quiz: TestQuiz, taken: readonly Taken[]) {
  const rows = await db
    .selectFrom('attempt_questions')
    .select(['attempt_id as attemptId', 'question_id as questionId', 'option_id as optionId'])
    .execute();
  const stored = new Map(rows.map((row) => [`${row.attemptId}:${row.questionId}`, row.optionId]));
  let lost = 0;
  let wrongGrades = 0;
  for (const { attemptId, chosen, result } of taken) {
    for (const [questionId, optionId] of chosen) {
      if (stored.get(`${attemptId}:${questionId}`) !== optionId) lost += 1;
    }
    const right = quiz.questions.filter(({ id, right: rightId }) => chosen.get(id) === rightId).length;
    if (result.correctAnswers !== right || result.totalQuestions !== quiz.questions.length) wrongGrades += 1;
  }
  return { lost, wrongGrades };
}

const server = await startBenchServer({}, { WORKERS: String(workers) });
// Only for the connection of the benchmark: creating people is not measured, and each insert would wait for the disk.
const hasty = new URL(server.connection.connectionString);
hasty.searchParams.set('options', '-c synchronous_commit=off');
const { db } = connect({ connectionString: hasty.href }, { warn: console.warn }, PEOPLE_AT_ONCE);
// A run that hangs must end, too.
const overdue = setTimeout(() => {
  console.error(`Not done after ${LIMIT_MS / 60_000} minutes.`);
  void server.stop().finally(() => process.exit(1));
}, LIMIT_MS);

try {
  const now = new Date();
  const quiz = await createTestQuiz(db, { questions, now });
  if (values.window) await openWindow(db, quiz.id, now);
  const people: Awaited<ReturnType<typeof createPerson>>[] = [];
  while (people.length < students) {
    const count = Math.min(PEOPLE_AT_ONCE, students - people.length);
    people.push(...(await Promise.all(Array.from({ length: count }, () => createPerson(db, { now })))));
  }
  // Warm-up: the first student triggers JIT compilation and query planning.
  const warmUp = await createPerson(db, { now });
  await take(server.url, warmUp.cookie, quiz, 0);
  for (const list of Object.values(times)) list.length = 0;

  const cpuNow = async () => ({
    server: await cpuOfFamily(server.pid),
    database: await cpuOfDatabase(server.databasePid),
    client: process.cpuUsage(),
  });
  const memory = await watchMemory(server.pid);
  const cpuBefore = await cpuNow();
  const begun = performance.now();
  const taken = await Promise.all(
    people.map(async ({ cookie }, number) => {
      await delay((rampMs * number) / students);
      return take(server.url, cookie, quiz, number);
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  const cpuAfter = await cpuNow();
  const ownCpu = process.cpuUsage(cpuBefore.client);
  if (values.window) await closeWindow(db, quiz.id, taken);
  const faults = await countFaults(db, quiz, taken);

  const perAttempt = (part: 'server' | 'database') => (cpuAfter[part] - cpuBefore[part]) / students;
  const report = {
    students,
    questions,
    workers,
    rampSeconds: rampMs / 1000,
    thinkSeconds: thinkMs / 1000,
    seconds: Number(seconds.toFixed(2)),
    attemptsPerMinute: Math.round((students / seconds) * 60),
    answersPerSecond: Math.round((students * questions) / seconds),
    cpuMsPerAttempt: {
      server: Number((perAttempt('server') * 1000).toFixed(1)),
      database: Number((perAttempt('database') * 1000).toFixed(1)),
      together: Number(((perAttempt('server') + perAttempt('database')) * 1000).toFixed(1)),
    },
    /** CPU of the simulated students, which run on the same cores. */
    clientCpuMsPerAttempt: Number(((ownCpu.user + ownCpu.system) / 1000 / students).toFixed(1)),
    milliseconds: Object.fromEntries(
      Object.entries(times).map(([call, list]) => [
        call,
        { calls: list.length, p50: percentile(list, 50), p99: percentile(list, 99), max: percentile(list, 100) },
      ]),
    ),
    turnedAway,
    turnedAwayPercent: Number(((100 * turnedAway) / (students * (questions + 2) + turnedAway)).toFixed(2)),
    resent,
    memoryMb: await memory.after(afterSeconds),
    answersLost: faults.lost,
    wrongGrades: faults.wrongGrades,
  };
  console.table(report.milliseconds);
  console.log(report);
  await saveAs(
    `rush-${students}-in-${rampMs / 1000}s-think-${thinkMs / 1000}s${values.window ? '-window' : ''}${workers > 1 ? `-workers-${workers}` : ''}`,
    report,
  );
  if (report.cpuMsPerAttempt.together > BAR_MS)
    console.log(`Bar missed: ${report.cpuMsPerAttempt.together} ms of CPU per attempt, bar ${BAR_MS} ms.`);
  if (faults.lost + faults.wrongGrades > 0) process.exitCode = 1;
} finally {
  clearTimeout(overdue);
  await db.destroy();
  await server.stop();
}
