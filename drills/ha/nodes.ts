import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { END_MS, within } from '../wait.ts';
import { CLIENT_NETWORK, clientAddress, NODE_NETWORK, nodeAddress, onNode } from './network.ts';

const recipe = join(import.meta.dirname, '../../deploy/ha');
export const NODES = [1, 2, 3];
export const PASSWORD = 'only-for-this-run';
const REST = { username: 'patroni', password: PASSWORD };

type Account = { uid: number; gid: number };
type Member = { name: string; role: string; state: string; lag?: number | string; timeline?: number };

const PATIENCE_MS = 2000;
/** A restore of pgBackRest is the longest of them. */
const COMMAND_MS = 3_600_000;

/**
 * What a node says of the cluster; nothing where it says nothing within its time. One that is stopped in the middle of
 * its answer has sent its head already: the rest is waited for no longer than the head.
 */
export async function viewOf(node: string, patienceMs = PATIENCE_MS): Promise<Member[]> {
  try {
    const said = await fetch(`${node}/cluster`, { signal: AbortSignal.timeout(patienceMs) });
    return said.ok ? ((await said.json()) as { members: Member[] }).members : [];
  } catch {
    return [];
  }
}

/** The files of deploy/ha as an operator fills them in, with directories of this run. */
async function filledIn(file: string, node: number, home: string): Promise<string> {
  const text = await readFile(join(recipe, file), 'utf8');
  const values: Record<string, string> = {
    '@NAME@': `pg${node}`,
    '@ADDRESS@': nodeAddress(node),
    '@NODE1@': nodeAddress(1),
    '@NODE2@': nodeAddress(2),
    '@NODE3@': nodeAddress(3),
    '@NETWORK@': NODE_NETWORK,
    '@CLIENTS@': CLIENT_NETWORK,
    '@SUPERUSER_PASSWORD@': PASSWORD,
    '@REPLICATION_PASSWORD@': PASSWORD,
    '@REST_PASSWORD@': PASSWORD,
    '/var/lib/postgresql/15': home,
    '/var/lib/etcd': join(home, 'etcd'),
    '/var/run/postgresql': join(home, 'run'),
    // The machine that runs the proof must not be reset by it.
    'mode: automatic': 'mode: "off"',
  };
  return Object.entries(values).reduce((filled, [from, to]) => filled.replaceAll(from, to), text);
}

/** etcd, Patroni and PostgreSQL of one node; what they say is in a file each. */
function startOnNode(
  node: number,
  home: string,
  name: string,
  command: string[],
  env: NodeJS.ProcessEnv,
): ChildProcess {
  const [program = '', ...args] = onNode(node, ...command);
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], cwd: home });
  const log = createWriteStream(join(home, `${name}.log`), { flags: 'a' });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  return child;
}

/** `more`: variables that everything on a node gets besides. */
export function createNodes(
  directory: string,
  account: Account,
  more: (node: number) => NodeJS.ProcessEnv = () => ({}),
) {
  const homeOf = (node: number) => join(directory, `pg${node}`);
  const environmentOf = (node: number) => ({ PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', ...more(node) });

  const prepare = async () => {
    for (const node of NODES) {
      const home = homeOf(node);
      for (const path of [home, join(home, 'run'), join(home, 'etcd')]) {
        await mkdir(path, { mode: 0o700 });
        await chown(path, account.uid, account.gid);
      }
      await writeFile(join(home, 'patroni.yml'), await filledIn('patroni.yml', node, home));
    }
  };

  const startEtcd = async (node: number) => {
    const home = homeOf(node);
    const lines = (await filledIn('etcd.env', node, home)).split('\n').filter((line) => /^[A-Z0-9_]+=/.test(line));
    const etcd = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    startOnNode(node, home, 'etcd', ['etcd'], { ...environmentOf(node), ...etcd });
  };
  const patronis = new Map<number, ChildProcess>();
  const startPatroni = (node: number) => {
    const home = homeOf(node);
    const child = startOnNode(node, home, 'patroni', ['patroni', join(home, 'patroni.yml')], environmentOf(node));
    patronis.set(node, child);
  };
  const start = async (node: number) => {
    await startEtcd(node);
    startPatroni(node);
  };
  /** As systemctl stop patroni does: PostgreSQL is stopped first. */
  const stopPatroni = async (node: number) => {
    const child = patronis.get(node);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await within(`the end of Patroni on node ${node}`, END_MS, ended);
  };

  /** A command of an operator on a node, under the account of PostgreSQL. */
  const command = async (node: number, words: string[], input = ''): Promise<string> => {
    const [program = '', ...args] = onNode(node, ...words);
    const child = spawn(program, args, { env: environmentOf(node), cwd: homeOf(node) });
    let said = '';
    child.stdout.on('data', (part) => (said += part));
    child.stderr.on('data', (part) => (said += part));
    child.stdin.end(input);
    const closed = within(`the command ${words.join(' ')} on node ${node}`, COMMAND_MS, once(child, 'close'));
    const [code] = await closed.catch((error: Error) => {
      child.kill('SIGKILL');
      throw new Error(`${error.message} It said: ${said.trim()}`);
    });
    if (code !== 0) throw new Error(`${words.join(' ')}: ${said.trim()}`);
    return said;
  };

  const restOf = (node: number) => `http://${clientAddress(node)}:8008`;

  const view = (node: number) => viewOf(restOf(node));

  /** What the nodes say of the cluster where all of them say the same; one that was away repeats itself for a while. */
  const members = async (except?: number): Promise<Member[]> => {
    const views = await Promise.all(NODES.filter((other) => other !== except).map(view));
    const leaders = new Set(views.map((view) => view.find(({ role }) => role === 'leader')?.name));
    return leaders.size === 1 ? (views[0] ?? []) : [];
  };
  const numberOf = (member: Member | undefined) => (member ? Number(member.name.slice(2)) : undefined);
  const leader = async (except?: number) =>
    numberOf((await members(except)).find(({ role, state }) => role === 'leader' && state === 'running'));

  /** One leader, two that follow it closely; where commits are synchronous, one of them is chosen. */
  const isWhole = async (isSynchronous: boolean) => {
    const all = await members();
    const at = all.find(({ role }) => role === 'leader')?.timeline;
    const following = all.filter(
      ({ role, state, timeline, lag }) =>
        role !== 'leader' &&
        (state === 'running' || state === 'streaming') &&
        timeline === at &&
        Number(lag) < 1_000_000,
    );
    const chosen = all.filter(({ role }) => role === 'sync_standby').length;
    return at !== undefined && following.length === 2 && (!isSynchronous || chosen === 1);
  };

  const untilWhole = async (isSynchronous: boolean, patienceMs = 180_000) => {
    const end = performance.now() + patienceMs;
    for (let inRow = 0; inRow < 3; inRow = (await isWhole(isSynchronous)) ? inRow + 1 : 0) {
      if (performance.now() > end) {
        throw new Error(`The cluster is not whole after ${patienceMs / 1000} s: ${JSON.stringify(await members())}`);
      }
      await pause(500);
    }
  };

  /** As patronictl edit-config does. */
  const configure = async (settings: object) => {
    const said = await fetch(`${restOf((await leader()) ?? 1)}/config`, {
      method: 'PATCH',
      headers: { authorization: `Basic ${btoa(`${REST.username}:${REST.password}`)}` },
      body: JSON.stringify(settings),
      signal: AbortSignal.timeout(10_000),
    });
    if (!said.ok) throw new Error(`Patroni refused the settings: ${said.status} ${await said.text()}`);
  };

  /** What etcd has of them. */
  const settings = async () => {
    const said = await fetch(`${restOf((await leader()) ?? 1)}/config`, { signal: AbortSignal.timeout(10_000) });
    return (await said.json()) as Record<string, unknown>;
  };

  const postmaster = async (node: number) => {
    const [pid = ''] = (await readFile(join(homeOf(node), 'alvorada/postmaster.pid'), 'utf8')).split('\n');
    return Number(pid);
  };

  return {
    prepare,
    start,
    startEtcd,
    startPatroni,
    stopPatroni,
    command,
    homeOf,
    leader,
    view,
    members,
    untilWhole,
    configure,
    settings,
    postmaster,
  };
}

export type Nodes = ReturnType<typeof createNodes>;

/** HAProxy with the recipe's file, for the server that takes one address. */
export async function startHaproxy(directory: string): Promise<ChildProcess> {
  const text = (await readFile(join(recipe, 'haproxy.cfg'), 'utf8'))
    .replaceAll('@LISTEN@', '127.0.0.1')
    .replaceAll(/@NODE(\d)@/g, (_, node: string) => clientAddress(Number(node)));
  const file = join(directory, 'haproxy.cfg');
  await writeFile(file, text);
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  const log = createWriteStream(join(directory, 'haproxy.log'));
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  return child;
}
