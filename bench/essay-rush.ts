/**
 * Many students write an essay of the same theme at the same time, on a separate server and database:
 *   npm run bench -- essay-rush [--students 1000] [--saves 20] [--ramp 10] [--think 1.5] [--workers 1]
 * Each student begins with the clock (spread over `--ramp` seconds), saves the growing text `--saves` times (about
 * `--think` seconds apart) and delivers it. Every tenth save loses its answer: the connection is closed after the request
 * has left, and the same save is sent again, as the app does. Reports times per call, CPU per essay of server and
 * database, acknowledged saves that a later text does not contain, and deliveries that differ from what was sent.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { connect } from '#server/db/connect.ts';
import { createPerson } from '#server/testing/factories.ts';
import { cpuOfDatabase, cpuOfFamily } from './cpu.ts';
import { createTheme } from './essay-theme.ts';
import { Connection, percentile } from './http-client.ts';
import { saveAs } from './report.ts';
import { startBenchServer } from './server.ts';

const LIMIT_MS = 20 * 60_000;
const PEOPLE_AT_ONCE = 12;
/** Of the saves of a student, the share whose answer is lost. */
const LOST_ANSWER_EVERY = 10;

const { values } = parseArgs({
  options: {
    students: { type: 'string', default: '1000' },
    saves: { type: 'string', default: '20' },
    ramp: { type: 'string', default: '10' },
    think: { type: 'string', default: '1.5' },
    workers: { type: 'string', default: '1' },
  },
});
const students = Number(values.students);
const saves = Number(values.saves);
const rampMs = Number(values.ramp) * 1000;
const thinkMs = Number(values.think) * 1000;

type Call = 'begin' | 'save' | 'deliver';
type Written = { essayId: number; text: string; wrongAnswers: number };

const times: Record<Call, number[]> = { begin: [], save: [], deliver: [] };
let [turnedAway, resent, lostAnswers] = [0, 0, 0];

async function timed<T>(call: Call, run: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const answer = await run();
  times[call].push(performance.now() - begun);
  return answer;
}

const sentence = (student: number, save: number) =>
  `Estudante ${student}, frase ${save}: a segurança pública é dever do Estado. `;

/** Texts are derived from the numbers, so that every run is the same. */
async function write(url: string, cookie: string, themeId: number, student: number): Promise<Written> {
  const connection = new Connection(url, cookie);
  const begun = await timed('begin', () => connection.post(`/api/essay-themes/${themeId}/essays`, { isTimed: true }));
  const essay = JSON.parse(begun) as { id: number; revision: number };
  let { revision } = essay;
  let text = '';
  let wrongAnswers = 0;
  for (let save = 1; save <= saves; save += 1) {
    if (thinkMs > 0) await delay(thinkMs * (0.5 + ((student * 31 + save * 17) % 100) / 100));
    text += sentence(student, save);
    const body = { text, revision };
    if ((student + save) % LOST_ANSWER_EVERY === 0) {
      connection.loseNextAnswer();
      lostAnswers += 1;
    }
    const saved = await timed('save', () => connection.send('PUT', `/api/essays/${essay.id}/text`, body));
    const answer = JSON.parse(saved) as { revision: number };
    if (answer.revision !== revision + 1) wrongAnswers += 1;
    revision = answer.revision;
  }
  await timed('deliver', () => connection.post(`/api/essays/${essay.id}/delivery`, { text, revision }));
  connection.close();
  turnedAway += connection.turnedAway;
  resent += connection.resent;
  return { essayId: essay.id, text, wrongAnswers };
}

/** Deliveries that are missing or differ from the text that their student sent. */
async function countFaults(client: pg.Client, written: readonly Written[]) {
  const { rows } = await client.query<{ id: number; state: string; body: string }>(
    'SELECT id, state, body FROM essays',
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  const isWhole = ({ essayId, text }: Written) => {
    const row = stored.get(essayId);
    return row?.state === 'delivered' && row.body === text;
  };
  return {
    lost: written.filter((one) => !isWhole(one)).length,
    // Besides one of each student, the essay of the warm-up.
    doubled: rows.length - written.length - 1,
    wrongAnswers: written.reduce((sum, one) => sum + one.wrongAnswers, 0),
  };
}

const server = await startBenchServer({}, { WORKERS: values.workers });
// Only for the connection of the benchmark: creating people is not measured, and each insert would wait for the disk.
const hasty = new URL(server.connection.connectionString);
hasty.searchParams.set('options', '-c synchronous_commit=off');
const { db } = connect({ connectionString: hasty.href }, { warn: console.warn }, PEOPLE_AT_ONCE);
const client = new pg.Client(server.connection);
// A run that hangs must end, too.
const overdue = setTimeout(() => {
  console.error(`Not done after ${LIMIT_MS / 60_000} minutes.`);
  void server.stop().finally(() => process.exit(1));
}, LIMIT_MS);

try {
  await client.connect();
  const version = await createTheme(client, 60);
  const { rows } = await client.query<{ id: number }>('SELECT theme_id AS id FROM essay_theme_versions WHERE id = $1', [
    version,
  ]);
  const themeId = rows[0]?.id ?? 0;
  const now = new Date();
  const people: Awaited<ReturnType<typeof createPerson>>[] = [];
  while (people.length < students) {
    const count = Math.min(PEOPLE_AT_ONCE, students - people.length);
    people.push(...(await Promise.all(Array.from({ length: count }, () => createPerson(db, { now })))));
  }
  // Warm-up: the first student triggers JIT compilation and query planning.
  await write(server.url, (await createPerson(db, { now })).cookie, themeId, 0);
  for (const list of Object.values(times)) list.length = 0;
  [turnedAway, resent, lostAnswers] = [0, 0, 0];

  const cpuNow = async () => ({
    server: await cpuOfFamily(server.pid),
    database: await cpuOfDatabase(server.databasePid),
  });
  const before = await cpuNow();
  const begun = performance.now();
  const written = await Promise.all(
    people.map(async ({ cookie }, index) => {
      await delay((rampMs * index) / students);
      return write(server.url, cookie, themeId, index + 1);
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  const after = await cpuNow();
  const faults = await countFaults(client, written);
  const perEssay = (part: 'server' | 'database') =>
    Number((((after[part] - before[part]) * 1000) / students).toFixed(1));
  const report = {
    students,
    saves,
    workers: Number(values.workers),
    rampSeconds: rampMs / 1000,
    thinkSeconds: thinkMs / 1000,
    seconds: Number(seconds.toFixed(2)),
    cpuMsPerEssay: { server: perEssay('server'), database: perEssay('database') },
    milliseconds: Object.fromEntries(
      Object.entries(times).map(([call, list]) => [
        call,
        { calls: list.length, p50: percentile(list, 50), p99: percentile(list, 99), max: percentile(list, 100) },
      ]),
    ),
    lostAnswers,
    turnedAway,
    resent,
    essaysLost: faults.lost,
    essaysDoubled: faults.doubled,
    wrongAnswers: faults.wrongAnswers,
  };
  console.table(report.milliseconds);
  console.log(report);
  await saveAs('essay-rush', report);
  if (faults.lost + faults.doubled + faults.wrongAnswers > 0) process.exitCode = 1;
} finally {
  clearTimeout(overdue);
  await client.end();
  await db.destroy();
  await server.stop();
}
