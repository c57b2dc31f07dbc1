import { run } from '../parts.ts';
import { END_MS } from '../wait.ts';

const ip = (...args: string[]) => run('ip', args);

/**
 * Three machines on one: network namespaces, each with a cable to the other nodes (a bridge) and a second one to
 * the clients. Either can be cut so that packets vanish without an error, as on a dead switch.
 */
const BRIDGE = 'alvha';
const NODES = [1, 2, 3];
const nameOf = (node: number) => `alvha${node}`;

/** Where other nodes reach it, and where clients do. */
export const nodeAddress = (node: number) => `10.87.0.${node}`;
export const clientAddress = (node: number) => `10.88.${node}.2`;
export const NODE_NETWORK = '10.87.0.0/24';
export const CLIENT_NETWORK = '10.88.0.0/16';

/** Reads `ip -o link show type bridge`: why no network can be made now, in one line; undefined when it can. */
export const takenBy = (bridges: string): string | undefined =>
  bridges.includes(`${BRIDGE}:`)
    ? `another run is on its way: the bridge ${BRIDGE} is there (where one was killed: ${[
        `ip link del ${BRIDGE}`,
        ...NODES.map((node) => `ip netns del ${nameOf(node)}`),
      ].join('; ')})`
    : undefined;

/** Another run's network is there: it goes on, and this one has to wait. */
export const takenHere = async () => takenBy(await ip('-o', 'link', 'show', 'type', 'bridge'));

/** Before anything that would be torn down. */
export async function makeNetwork(): Promise<void> {
  const taken = await takenHere();
  if (taken) throw new Error(`No network was made: ${taken}.`);
  try {
    await ip('link', 'add', BRIDGE, 'type', 'bridge');
    await ip('addr', 'add', '10.87.0.254/24', 'dev', BRIDGE);
    await ip('link', 'set', BRIDGE, 'up');
    for (const node of NODES) {
      const name = nameOf(node);
      await ip('netns', 'add', name);
      await ip('link', 'add', `${name}n`, 'type', 'veth', 'peer', 'name', 'nodes', 'netns', name);
      await ip('link', 'add', `${name}c`, 'type', 'veth', 'peer', 'name', 'clients', 'netns', name);
      await ip('link', 'set', `${name}n`, 'master', BRIDGE, 'up');
      await ip('addr', 'add', `10.88.${node}.1/30`, 'dev', `${name}c`);
      await ip('link', 'set', `${name}c`, 'up');
      await ip('-n', name, 'link', 'set', 'lo', 'up');
      await ip('-n', name, 'addr', 'add', `${nodeAddress(node)}/24`, 'dev', 'nodes');
      await ip('-n', name, 'link', 'set', 'nodes', 'up');
      await ip('-n', name, 'addr', 'add', `${clientAddress(node)}/30`, 'dev', 'clients');
      await ip('-n', name, 'link', 'set', 'clients', 'up');
    }
  } catch (error) {
    await removeNetwork();
    throw error;
  }
}

export async function removeNetwork(): Promise<void> {
  for (const node of NODES) {
    await killNode(node).catch(() => undefined);
    // A half-made network is removed as far as it is there. The cables first: the kernel takes its time with the rest.
    await ip('link', 'del', `${nameOf(node)}n`).catch(() => undefined);
    await ip('link', 'del', `${nameOf(node)}c`).catch(() => undefined);
    await ip('netns', 'del', nameOf(node)).catch(() => undefined);
  }
  await ip('link', 'del', BRIDGE).catch(() => undefined);
}

/** The command line of a program on a node, under the account of PostgreSQL. */
export const onNode = (node: number, ...command: string[]) => [
  'ip',
  'netns',
  'exec',
  nameOf(node),
  'setpriv',
  '--reuid=postgres',
  '--regid=postgres',
  '--init-groups',
  '--',
  ...command,
];

async function pidsOf(node: number): Promise<number[]> {
  return (await ip('netns', 'pids', nameOf(node))).split('\n').filter(Boolean).map(Number);
}

/** Some may have ended meanwhile. */
function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Everything on the node, until nothing is left: what was forked meanwhile, too. */
export async function killNode(node: number): Promise<void> {
  const end = performance.now() + END_MS;
  for (let pids = await pidsOf(node); pids.length > 0; pids = await pidsOf(node)) {
    if (performance.now() > end) throw new Error(`the end of node ${node}: not within ${END_MS / 1000} s.`);
    signal(pids, 'SIGKILL');
  }
}

export const freezeNode = async (node: number) => {
  signal(await pidsOf(node), 'SIGSTOP');
  signal(await pidsOf(node), 'SIGSTOP');
};
export const thawNode = async (node: number) => signal(await pidsOf(node), 'SIGCONT');

export type Cable = 'nodes' | 'clients';

async function rules(node: number, action: '-A' | '-D', cables: readonly Cable[]): Promise<void> {
  for (const cable of cables) {
    for (const [chain, side] of [
      ['INPUT', '-i'],
      ['OUTPUT', '-o'],
    ] as const) {
      await ip('netns', 'exec', nameOf(node), 'iptables', '-w', action, chain, side, cable, '-j', 'DROP');
    }
  }
}

export const cut = (node: number, cables: readonly Cable[]) => rules(node, '-A', cables);
export const mend = (node: number, cables: readonly Cable[]) => rules(node, '-D', cables);
