import { type ChildProcess, execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connectionTo } from '#server/db/primary.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createTestQuiz } from '#server/testing/quizzes.ts';
import type { ServerProcess } from '#server/testing/server-process.ts';
import { COMMAND_MS, openClient, openDb } from '../parts.ts';
import { startServer } from '../start-server.ts';
import { stopServer } from '../wait.ts';
import { clientAddress, makeNetwork, removeNetwork } from './network.ts';
import { createNodes, NODES, PASSWORD, startHaproxy } from './nodes.ts';

const PROGRAMS = ['patroni', 'etcd', 'haproxy', 'ip', 'iptables', 'setpriv'];
const POSTGRES = '/usr/lib/postgresql/15/bin/postgres';
const PACKAGES = 'patroni etcd-server haproxy postgresql-15 python3-etcd iproute2 iptables util-linux';

/** What is missing on this machine, in one line; undefined: nothing. */
export function missingHere(): string | undefined {
  const has = (program: string) => {
    try {
      return execFileSync('which', [program], { encoding: 'utf8', timeout: COMMAND_MS }).length > 0;
    } catch {
      return false;
    }
  };
  const missing = [...PROGRAMS, POSTGRES].filter((program) => !has(program));
  if (missing.length > 0)
    return `missing here: ${missing.join(', ')}. apt-get install --no-install-recommends ${PACKAGES}`;
  if (userInfo().uid !== 0) return 'network namespaces need root here';
  return undefined;
}

export function postgresAccount(): { uid: number; gid: number } {
  const [, , uid = '', gid = ''] = execFileSync('getent', ['passwd', 'postgres'], {
    encoding: 'utf8',
    timeout: COMMAND_MS,
  }).split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

/** As deploy/ha/README.md says: the role and the database of the product, on whichever node is primary. */
export async function makeDatabase(node: number): Promise<void> {
  const admin = await openClient({
    host: `10.87.0.${node}`,
    user: 'postgres',
    password: PASSWORD,
    database: 'postgres',
  });
  await admin.query(`CREATE ROLE alvorada LOGIN PASSWORD '${PASSWORD}'`);
  await admin.query('CREATE DATABASE alvorada OWNER alvorada');
  await admin.end();
}

const STUDENTS_AT_ONCE = 8;

/** Three nodes, HAProxy, two servers of the product (one by each way), students and a simulado. */
export async function setUp(
  tell: (line: string) => void,
  sizes: { students: number; questions: number; keep: boolean },
) {
  await makeNetwork();
  const directory = await mkdtemp(join(tmpdir(), 'alvorada-ha-'));
  await chmod(directory, 0o711);
  const servers: ServerProcess[] = [];
  let haproxy: ChildProcess | undefined;
  const tearDown = async () => {
    for (const server of servers) {
      // The rest is taken down whatever a server does.
      await stopServer(server, 'SIGKILL').catch((error: Error) => tell(error.message));
    }
    haproxy?.kill('SIGKILL');
    await removeNetwork();
    if (sizes.keep) tell(`what was said is in ${directory}`);
    else await rm(directory, { recursive: true, force: true, maxRetries: 20 });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void tearDown().finally(() => process.exit(1)));
  }
  try {
    const nodes = createNodes(directory, postgresAccount());
    await nodes.prepare();
    for (const node of NODES) await nodes.start(node);
    tell('waiting for three nodes');
    await nodes.untilWhole(true);
    await makeDatabase((await nodes.leader()) ?? 1);
    haproxy = await startHaproxy(directory);
    const hosts = NODES.map((node) => `${clientAddress(node)}:5432`).join();
    const url = `postgres://alvorada:${PASSWORD}@${hosts}/alvorada?target_session_attrs=read-write`;
    const ways = [
      { name: 'several hosts', url },
      { name: 'HAProxy', url: `postgres://alvorada:${PASSWORD}@127.0.0.1:5000/alvorada` },
    ];
    await pause(3000);
    const running: { name: string; url: string; dataDir: string }[] = [];
    for (const [index, way] of ways.entries()) {
      const dataDir = join(directory, `data${index}`);
      const server = await startServer(dataDir, {
        DATABASE_URL: way.url,
        SESSION_SECRET: 'the same secret in every process',
        LOG_LEVEL: 'warn',
      });
      servers.push(server);
      running.push({ name: way.name, url: server.url, dataDir });
    }
    tell('both servers listen; making students');
    const { db, close } = openDb(connectionTo(url), STUDENTS_AT_ONCE);
    const now = new Date();
    const quiz = await createTestQuiz(db, { questions: sizes.questions, timeLimit: null, now });
    const students: Person[] = [];
    while (students.length < sizes.students) {
      const some = Array.from({ length: STUDENTS_AT_ONCE }, () => createPerson(db, { now, payment: 'approved' }));
      students.push(...(await Promise.all(some)));
    }
    const [first, second] = running;
    if (!first || !second) throw new Error('Two servers were to run.');
    return {
      nodes,
      db,
      connection: connectionTo(url),
      servers: [first, second] as [typeof first, typeof second],
      processes: servers,
      students,
      quiz,
      async tearDown() {
        await close().catch((error: Error) => tell(error.message));
        await tearDown();
      },
    };
  } catch (error) {
    await tearDown();
    throw error;
  }
}

export type Setting = Awaited<ReturnType<typeof setUp>>;
