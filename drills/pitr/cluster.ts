import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { connectionTo } from '#server/db/primary.ts';
import { createPerson } from '#server/testing/factories.ts';
import type { ServerProcess } from '#server/testing/server-process.ts';
import { clientAddress, killNode, makeNetwork, removeNetwork } from '../ha/network.ts';
import { createNodes, NODES, type Nodes, PASSWORD } from '../ha/nodes.ts';
import { makeDatabase, postgresAccount } from '../ha/set-up.ts';
import { ask as askAt, openDb } from '../parts.ts';
import { startServer } from '../start-server.ts';
import { stopServer, until } from '../wait.ts';
import { filledIn } from './archived-postgres.ts';
import { createJournal, lossOf } from './writes.ts';

const BIN = '/usr/lib/postgresql/15/bin';
const STANZA = '--stanza=alvorada';
const PATIENCE_MS = 180_000;

const hosts = NODES.map((node) => `${clientAddress(node)}:5432`).join();
const url = `postgres://alvorada:${PASSWORD}@${hosts}/alvorada?target_session_attrs=read-write`;

const ask = <Row extends pg.QueryResultRow>(text: string) => askAt<Row>(connectionTo(url), text);

/** Everything an operator does on a node, with the commands of docs/operations.md. */
function operator(nodes: Nodes) {
  const dataOf = (node: number) => join(nodes.homeOf(node), 'alvorada');
  const patronictl = (node: number, words: string[], input?: string) =>
    nodes.command(node, ['patronictl', '-c', join(nodes.homeOf(node), 'patroni.yml'), ...words], input);
  const leader = async () => {
    const found = await nodes.leader();
    if (!found) throw new Error('There is no leader.');
    return found;
  };
  const ofPostgres = async (node: number, text: string) =>
    (
      await nodes.command(node, ['psql', '-h', join(nodes.homeOf(node), 'run'), '-AtX', '-d', 'postgres', '-c', text])
    ).trim();

  return {
    ofPostgres,
    async archive(seconds: number) {
      const at = await leader();
      const settings = [
        'archive_mode=on',
        `archive_timeout=${seconds}`,
        `archive_command=pgbackrest ${STANZA} archive-push %p`,
      ];
      await patronictl(at, ['edit-config', '--force', ...settings.flatMap((setting) => ['-p', setting])]);
      await until('the new settings', PATIENCE_MS, async () =>
        (await patronictl(at, ['list'])).includes('Pending restart'),
      );
      await patronictl(at, ['restart', 'alvorada', '--force']);
      await nodes.untilWhole(true);
      if ((await ofPostgres(await leader(), 'SHOW archive_mode')) !== 'on') throw new Error('Nothing is archived.');
      await nodes.command(await leader(), ['pgbackrest', STANZA, 'stanza-create']);
      await nodes.command(await leader(), ['pgbackrest', STANZA, 'check']);
    },
    backUp: async (type: 'full' | 'diff') =>
      nodes.command(await leader(), ['pgbackrest', STANZA, `--type=${type}`, 'backup']),
    /** All three machines are gone, with their disks, etcd's included. */
    async loseAll() {
      await Promise.all(NODES.map(killNode));
      for (const node of NODES) {
        await rm(dataOf(node), { recursive: true, force: true });
        await rm(join(nodes.homeOf(node), 'etcd', 'alvorada'), { recursive: true, force: true });
      }
    },
    /** Patroni is stopped everywhere and forgets the cluster; etcd goes on. */
    async takeDown() {
      for (const node of NODES) await nodes.stopPatroni(node);
      // It asks for the name and for a sentence.
      await patronictl(1, ['remove', 'alvorada'], 'alvorada\nYes I am aware\n');
      for (const node of NODES) await rm(dataOf(node), { recursive: true, force: true });
    },
    /** On one node out of the archive, then Patroni there, then the others, which copy it. */
    async restore(node: number, to?: string) {
      const target = to ? ['--type=time', `--target=${to}`, '--target-action=promote'] : [];
      await nodes.command(node, ['pgbackrest', STANZA, ...target, 'restore']);
      const pgCtl = (...words: string[]) => nodes.command(node, [join(BIN, 'pg_ctl'), '-D', dataOf(node), ...words]);
      // Separate machines share their paths. Here every node has another path, and the backup names that of another node.
      const here = {
        hba_file: 'alvorada/pg_hba.conf',
        ident_file: 'alvorada/pg_ident.conf',
        unix_socket_directories: 'run',
      };
      const paths = Object.entries(here).map(([name, path]) => `-c ${name}=${join(nodes.homeOf(node), path)}`);
      const log = join(nodes.homeOf(node), 'by-hand.log');
      // No client may reach it before Patroni manages it.
      await pgCtl('start', '-w', '-t', '3600', '-l', log, '-o', ["-c listen_addresses=''", ...paths].join(' '));
      await until(
        'the end of the recovery',
        PATIENCE_MS,
        async () => (await ofPostgres(node, 'SELECT pg_is_in_recovery()')) === 'f',
      );
      await pgCtl('stop', '-w');
      nodes.startPatroni(node);
      await until('a leader', PATIENCE_MS, async () => (await nodes.view(node)).some(({ role }) => role === 'leader'));
      for (const other of NODES) if (other !== node) nodes.startPatroni(other);
    },
  };
}

/**
 * Three nodes under Patroni with the files of deploy/ha, archived by pgBackRest. All of them are lost at once, and
 * restored as far as the archive goes; then the cluster goes back to a moment. What is missed, in one line each.
 */
export async function tryCluster(timeout: number, writes: number): Promise<string[]> {
  const faults: string[] = [];
  const account = postgresAccount();
  await makeNetwork();
  const directory = await mkdtemp(join(tmpdir(), 'alvorada-pitr-cluster-'));
  await chmod(directory, 0o711);
  const configOf = (node: number) => join(directory, `pg${node}`, 'pgbackrest.conf');
  const nodes = createNodes(directory, account, (node) => ({ PGBACKREST_CONFIG: configOf(node) }));
  let server: ServerProcess | undefined;
  const serve = async (name: string) => {
    server = await startServer(join(directory, name), { DATABASE_URL: url, LOG_LEVEL: 'silent' });
    return server;
  };
  const stored = async () =>
    new Set((await ask<{ name: string }>('SELECT name FROM subjects')).map(({ name }) => name));
  const tearDown = async () => {
    // The rest is taken down whatever the server does.
    if (server) await stopServer(server, 'SIGKILL').catch((error: Error) => console.error(error.message));
    await removeNetwork();
    await rm(directory, { recursive: true, force: true, maxRetries: 20 });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void tearDown().finally(() => process.exit(1)));
  }
  try {
    await nodes.prepare();
    // On another machine's disk, which all of them reach.
    const repository = join(directory, 'repository');
    const own = NODES.flatMap((node) => ['log', 'lock'].map((name) => join(nodes.homeOf(node), name)));
    for (const path of [repository, ...own]) {
      await mkdir(path, { mode: 0o700 });
      await chown(path, account.uid, account.gid);
    }
    for (const node of NODES) {
      await writeFile(configOf(node), await filledIn({ home: nodes.homeOf(node), repository, port: 5432 }));
      await nodes.start(node);
    }
    await nodes.untilWhole(true);
    await makeDatabase((await nodes.leader()) ?? 1);
    const { archive, backUp, loseAll, takeDown, restore, ofPostgres } = operator(nodes);
    await archive(timeout);

    const first = await serve('data');
    const { db, close } = openDb(connectionTo(url));
    const teacher = await createPerson(db, { role: 'teacher', now: new Date() });
    await close();
    const { acknowledged, write } = createJournal(teacher.cookie);

    await write(first.url, 'Antes', writes / 5, () => backUp('full'));
    await write(first.url, 'Entre', writes / 5, () => backUp('diff'));
    const before = acknowledged.map(({ name }) => name);
    await pause(50);
    const [moment] = await ask<{ at: string }>('SELECT clock_timestamp()::text AS at');
    await pause(50);
    await write(first.url, 'Depois', (writes * 3) / 5, () => pause(timeout * 1500));
    const lostAt = performance.now();
    await loseAll();

    // Not on the node that was the leader: any will do.
    for (const node of NODES) await nodes.startEtcd(node);
    await restore(3);
    // The same server of the product, which has waited: writes are taken again when a second node has them.
    await write(first.url, 'Volta', 1);
    const recovery = (performance.now() - lostAt) / 1000;
    await nodes.untilWhole(true);
    const whole = (performance.now() - lostAt) / 1000;
    const written = acknowledged.filter(({ name }) => !name.startsWith('Volta'));
    const loss = lossOf(written, await stored(), lostAt);
    const [size] = await ask<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes');
    console.log(
      `All three nodes are lost: ${written.length} acknowledged, ${loss.lost} lost, the last ${loss.seconds.toFixed(1)} s (RPO); taking writes again after ${recovery.toFixed(1)} s (RTO, database of ${Math.round(Number(size?.bytes) / 1e6)} MB), three nodes again after ${whole.toFixed(1)} s.`,
    );
    if (loss.seconds > timeout * 1.5 + 5)
      faults.push(`more than archive_timeout is lost: ${loss.seconds.toFixed(1)} s`);
    if (loss.disorder > 0) faults.push(`${loss.disorder} later writes are there while earlier ones are not`);

    await stopServer(first);
    const began = performance.now();
    await takeDown();
    await restore(1, moment?.at);
    await nodes.untilWhole(true);
    const then = await stored();
    const afterwards = acknowledged.length - before.length;
    const second = await serve('after');
    await write(second.url, 'Agora', 1);
    const back = (performance.now() - began) / 1000;
    const absent = before.filter((name) => !then.has(name));
    const later = [...then].filter((name) => /^(Depois|Volta)/.test(name));
    console.log(
      `The cluster back to ${moment?.at}: ${before.length} acknowledged before it, ${absent.length} of them missing; ${later.length} of ${afterwards} later ones there; three nodes and the product after ${back.toFixed(1)} s.`,
    );
    if (absent.length > 0 || later.length > 0) faults.push('the cluster did not meet the moment');

    for (const node of NODES) {
      const left = await ofPostgres(node, "SELECT current_setting('recovery_target_time')");
      if (left !== '') faults.push(`pg${node} would stop at ${left} once it follows`);
    }
    const settings = await nodes.settings();
    if (settings.synchronous_mode !== true || settings.synchronous_mode_strict !== true)
      faults.push('the restored cluster is not synchronous and strict');
    if ((await ofPostgres((await nodes.leader()) ?? 1, 'SHOW archive_mode')) !== 'on')
      faults.push('the restored cluster archives nothing');
    else await backUp('full');
  } catch (error) {
    faults.push((error as Error).message);
  } finally {
    await tearDown();
  }
  return faults;
}
