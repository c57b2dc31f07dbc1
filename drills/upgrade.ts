import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { createSession } from '#server/testing/factories.ts';
import type { ServerProcess } from '#server/testing/server-process.ts';
import { openClient, openDb, startOutsidePostgres, startSmtp } from './parts.ts';
import { startServer } from './start-server.ts';
import { findLost } from './upgrade/count.ts';
import { countAcknowledged, startLoad, type UpgradeLoad } from './upgrade/load.ts';
import { makeNewerThings } from './upgrade/newer-things.ts';
import { isOnPurpose } from './upgrade/on-purpose.ts';
import { installRelease, runScript } from './upgrade/release.ts';
import { writeStatements } from './upgrade/statements.ts';
import { type Walker, walkBoth } from './upgrade/walk.ts';
import { stopServer, until, within } from './wait.ts';

/**
 * npm run test:upgrade [-- --tag v0.9.0 --each 30 --record FILE]: the released program and today's side by side on one
 * school. The old program restores the archive that it once wrote and serves it. People register, pay, answer and write
 * lessons while today's program migrates the database and starts beside it; then both serve, and the old one is
 * restarted on the newer tables. At the end every acknowledged write is looked for, and both programs are asked for
 * everything that people have. `--each` is the number of registrations that each phase waits for. `--record` writes the
 * statements of the old program for server/backup/upgrade-from-0.9.0.api.test.ts. About ten minutes, including the
 * installation of the tag.
 */
const { values } = parseArgs({
  options: {
    tag: { type: 'string', default: 'v0.9.0' },
    each: { type: 'string', default: '30' },
    record: { type: 'string' },
  },
});
const each = Number(values.each);
const PHASE_MS = 600_000;
const MAIL_MS = 300_000;
const WALKED_STUDENTS = 4;

const root = join(import.meta.dirname, '..');
const archive = join(root, `server/backup/testing/school-${values.tag.slice(1)}.tar`);
const began = performance.now();
const report = (line: string) =>
  console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${line}`);

const directory = await mkdtemp(join(tmpdir(), 'alvorada-upgrade-drill-'));
await chmod(directory, 0o711);
const statementsFile = join(directory, 'statements.jsonl');
const failed: string[] = [];
const running: ServerProcess[] = [];
const loads: UpgradeLoad[] = [];

const older = await installRelease(values.tag, report);
const database = await startOutsidePostgres(join(directory, 'outside'));
const smtp = await startSmtp();
const settings = {
  DATABASE_URL: database.url,
  SESSION_SECRET: 'the same secret in every process',
  SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
  MAIL_FROM: 'Alvorada <a@exemplo.com.br>',
  // Both releases read and write the same files, as two machines do with a bucket.
  DATA_DIR: join(directory, 'school'),
};

async function start(release: 'older' | 'newer'): Promise<ServerProcess> {
  const recorder = pathToFileURL(join(root, 'drills/upgrade/record-statements.mjs')).href;
  const recorded = { NODE_OPTIONS: `--import ${recorder}`, STATEMENTS_FILE: statementsFile, STATEMENTS_OF: older };
  const program = join(release === 'older' ? older : root, 'server/main.ts');
  const server = await within(
    `the start of the ${release} release`,
    PHASE_MS,
    startServer(settings.DATA_DIR, { ...settings, ...(release === 'older' ? recorded : {}) }, program),
  );
  running.push(server);
  report(`the ${release} release listens`);
  return server;
}

async function stop(server: ServerProcess): Promise<void> {
  server.kill('SIGTERM');
  const code = await within('the end of a server', PHASE_MS, server.ended);
  if (code !== 0) failed.push(`a server ended with ${code} on SIGTERM`);
}

/** Waits until every running load has come this far again. */
async function letThemWork(phase: string, some: readonly UpgradeLoad[]): Promise<void> {
  const before = new Map(some.map((load) => [load, load.done.finished.length]));
  await until(`${phase}: ${each} more finished simulados`, PHASE_MS, () =>
    some.every((load) => load.done.finished.length >= (before.get(load) ?? 0) + each),
  );
  const counts = loads.map((load) => `${load.name} ${countAcknowledged(load.done)}`);
  report(`${phase}: acknowledged so far: ${counts.join(', ')}`);
}

async function choosePeople(db: ReturnType<typeof openDb>['db']): Promise<(Walker & { role: string })[]> {
  const client = await openClient(database.connection);
  try {
    const { rows } = await client.query<{ id: string; role: string; status: string }>(
      `SELECT * FROM (SELECT DISTINCT ON (role, status) id, role, status FROM users ORDER BY role, status, id) AS kinds
       UNION
       SELECT * FROM (SELECT users.id, role, status FROM users JOIN attempts ON attempts.user_id = users.id
         GROUP BY users.id ORDER BY count(*) DESC, users.id LIMIT $1) AS busy`,
      [WALKED_STUDENTS],
    );
    return await Promise.all(
      rows.map(async ({ id, role, status }) => ({
        role,
        label: `${status} ${role} ${id.slice(-4)}`,
        cookie: await createSession(db, id, new Date()),
      })),
    );
  } finally {
    await client.end();
  }
}

async function countMails(): Promise<void> {
  const client = await openClient(database.connection);
  try {
    const waiting = async () => {
      const { rows } = await client.query<{ name: string; state: string; message: string | null }>(
        "SELECT name, state::text, output->>'message' AS message FROM pgboss.job WHERE state IN ('created', 'retry', 'active', 'failed') AND name IN ('mail', 'notification_mails')",
      );
      return rows;
    };
    await until('no waiting e-mail', MAIL_MS, async () => {
      // The queue pauses between retries. Only the number of tries counts here.
      await client.query("UPDATE pgboss.job SET start_after = now() WHERE state IN ('created', 'retry')");
      return (await waiting()).length === 0;
    }).catch(async (error: Error) => failed.push(`${error.message} ${JSON.stringify((await waiting()).slice(0, 3))}`));
  } finally {
    await client.end();
  }
  const times = Map.groupBy(smtp.received, ({ to, subject }) => `${to}: ${subject}`);
  const twice = [...times].filter(([, mails]) => mails.length > 1).map(([name]) => name);
  report(`${smtp.received.length} e-mails arrived, ${twice.length} of them twice`);
  if (twice.length > 0) failed.push(`e-mails arrived twice: ${twice.slice(0, 3).join('; ')}`);
}

async function cleanUp(): Promise<void> {
  const tell = (error: Error) => report(error.message);
  await Promise.all(loads.map((load) => load.stop().catch(tell)));
  for (const server of running) await stopServer(server, 'SIGKILL').catch(tell);
  await smtp.stop().catch(tell);
  await database.stop().catch(tell);
  await rm(directory, { recursive: true, force: true, maxRetries: 20 });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
}

try {
  report(runScript(older, 'scripts/restore.ts', [archive, '--send-mail'], settings).split('\n').at(-1) ?? '');
  let old = await start('older');
  const { db, close } = openDb(database.connection, 2);
  const people = await choosePeople(db);
  const cookieOf = (role: string) => people.find((one) => one.role === role && one.label.startsWith('active'))?.cookie;
  const client = await openClient(database.connection);
  const firstOf = async (text: string) => (await client.query<{ id: number }>(text)).rows[0]?.id ?? 0;
  const school = {
    office: cookieOf('admin') ?? '',
    teacher: cookieOf('teacher') ?? '',
    subjectId: await firstOf('SELECT id FROM subjects ORDER BY id LIMIT 1'),
    quizId: await firstOf(
      `SELECT quiz_id AS id FROM attempts WHERE closed_at IS NOT NULL AND notebook_until IS NULL
         GROUP BY quiz_id ORDER BY count(*) DESC, quiz_id LIMIT 1`,
    ),
  };
  const startNamed = (name: string, urls: string[]) => {
    const load = startLoad({ name: `${name}${randomBytes(2).toString('hex')}`, urls, ...school });
    loads.push(load);
    return load;
  };

  const alone = startNamed('antes', [old.url]);
  await letThemWork('the older release alone', [alone]);
  report(runScript(root, 'scripts/db-migrate.ts', [], settings).split('\n').at(-1) ?? 'migrated');
  await letThemWork('the older release on the newer tables', [alone]);
  const today = await start('newer');
  const fresh = startNamed('depois', [today.url]);
  const mixed = startNamed('ambas', [old.url, today.url]);
  await letThemWork('both releases', [alone, fresh, mixed]);
  const [asker, answerer] = fresh.students;
  if (!asker || !answerer) throw new Error('Nobody has finished a simulado on the newer release.');
  await makeNewerThings(today.url, [asker, answerer]);
  await Promise.all([alone.stop(), mixed.stop()]);
  await stop(old);
  old = await start('older');
  const back = startNamed('volta', [old.url]);
  await letThemWork('the older release, started on the newer tables', [back, fresh]);
  await Promise.all(loads.map((load) => load.stop()));

  for (const { name, done, wrong, seen } of loads) {
    const lost = await findLost(client, done);
    const counts = Object.entries(done).map(([what, list]) => `${list.length} ${what}`);
    const { requests, refused, broken } = seen();
    report(
      `${name}: ${counts.join(', ')}; ${lost.length} lost or twice; ${requests} requests, ${refused} times 503, ${broken} broken, ${wrong.length} wrong`,
    );
    if (lost.length > 0) failed.push(`${name}: ${lost.length} lost or twice: ${lost.slice(0, 3).join('; ')}`);
    if (wrong.length > 0) failed.push(`${name}: ${wrong.length} wrong answers: ${wrong.slice(0, 3).join('; ')}`);
    if (broken > 0) failed.push(`${name}: ${broken} connections broken`);
  }
  await countMails();
  if (!smtp.received.some(({ to, subject }) => to === asker.email && /coment/i.test(subject))) {
    failed.push('the e-mail about a reply, of a kind that the older release does not know, did not arrive');
  }

  const someStudents = fresh.students.slice(0, 2).map(({ cookie }) => ({ label: 'of the newer release', cookie }));
  const walk = await walkBoth({
    folder: older,
    urls: { older: old.url, newer: today.url },
    people: [...people, ...someStudents],
    client,
  });
  const unexpected = walk.differences
    .map((one) => ({ ...one, what: one.what.filter((what) => !isOnPurpose(one.name, what)) }))
    .filter(({ what }) => what.length > 0);
  const compared = Object.entries(walk.compared).map(([status, count]) => `${count} with ${status}`);
  report(
    `${people.length + someStudents.length} people asked both releases: ${compared.join(', ')}; ${unexpected.length} answers differ; nothing to ask for in ${walk.withoutIds.join(', ')}`,
  );
  for (const { name, address, person, what } of unexpected.slice(0, 30)) {
    failed.push(`${name} (${address}, ${person}): ${what.slice(0, 3).join('; ')}`);
  }
  await client.end();
  await close();
  await stop(old);
  if (values.record) report(await writeStatements(statementsFile, values.record, { older, archive, directory }));
} catch (error) {
  failed.push((error as Error).message);
} finally {
  await cleanUp();
}
for (const reason of failed) console.error(`Missed: ${reason}`);
report(failed.length === 0 ? 'held' : 'not held');
process.exit(failed.length === 0 ? 0 : 1);
