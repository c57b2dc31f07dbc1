import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { MINUTE_MS } from '#contract/time.ts';
import type { TestCluster } from '#server/testing/cluster.ts';
import { type Plant, plants } from './plants.ts';

const simulate = join(import.meta.dirname, '../simulate.ts');
const hook = pathToFileURL(join(import.meta.dirname, 'plant-hook.ts')).href;
/** Three minutes on a machine that does nothing else: two of them the simulator's, and one the database's. */
const PATIENCE_CPU_SECONDS = 120;
const PATIENCE_MS = 40 * MINUTE_MS;
const POLL_MS = 1000;
const DAYS = 5;
/** Plants that are played at the same time. */
const AT_ONCE = 2;

/** Seeds that no person chose: they begin with the first bytes of the name's digest. `round` gives others. */
const seedOf = (name: string, round: number) =>
  (createHash('sha256').update(`${name}/${round}`).digest().readUInt32BE(0) % 900_000) + 100_000;

const common = (cluster: TestCluster) => [
  ...['--days', String(DAYS), '--first', '--no-shrink', '--keep', join(tmpdir(), 'alvorada-plants')],
  ...['--cluster', JSON.stringify(cluster)],
];

type Result = { found: string | null; cpuSeconds: number; seed: number };

/** Processor seconds of a process and its children so far. */
async function cpuSecondsOf(group: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'times=', '-g', String(group)]).catch(() => ({
    stdout: '',
  }));
  return stdout.split('\n').reduce((sum, line) => sum + Number(line), 0);
}

/** Plays the school with the fault until it is found or the time is over. */
async function playWith({ name }: Plant, cluster: TestCluster, seed: number): Promise<Result> {
  const minutes = String(PATIENCE_MS / MINUTE_MS);
  const program = [simulate, '--seed', String(seed), '--minutes', minutes, ...common(cluster)];
  const env = { ...process.env, PLANT: name, NODE_OPTIONS: `--import ${hook}` };
  const began = performance.now();
  const child = spawn(process.execPath, program, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const group = child.pid ?? 0;
  let output = '';
  let [cpuSeconds, before] = [0, 0];
  let isOver = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      output += text.toString();
    });
  }
  child.once('close', () => {
    isOver = true;
  });
  while (!isOver) {
    await sleep(POLL_MS);
    const now = await cpuSecondsOf(group);
    // Each seed is a child, and one that has ended is no longer counted.
    cpuSeconds += Math.max(0, now - before);
    before = now;
    const isTooLong = cpuSeconds > PATIENCE_CPU_SECONDS || performance.now() - began > PATIENCE_MS;
    if (isTooLong && !isOver) process.kill(-group, 'SIGKILL');
    if (isTooLong) break;
  }
  const lines = output.split('\n');
  const at = lines.findIndex((line) => /^Seed \d+ breaks the law/.test(line));
  const found = at < 0 ? null : `${lines[at]}\n${lines[at + 1]}`;
  return { found, cpuSeconds, seed };
}

/** Whether the same seed breaks a law without the fault, too. Then the fault was not what broke it. */
async function breaksUnplanted(found: string, cluster: TestCluster): Promise<boolean> {
  const [, seed = ''] = /^Seed (\d+)/.exec(found) ?? [];
  const run = promisify(execFile)(process.execPath, [simulate, '--seed', seed, ...common(cluster)]);
  return run.then(
    () => false,
    () => true,
  );
}

/** Plants every fault alone and plays until it is found, for three minutes at most. Returns how many were not found. */
export async function playPlants(cluster: TestCluster, names: readonly string[], round: number): Promise<number> {
  const waiting = plants.filter(({ name }) => names.length === 0 || names.includes(name));
  const count = waiting.length;
  let missed = 0;
  const work = async () => {
    for (let plant = waiting.shift(); plant; plant = waiting.shift()) {
      const { found, cpuSeconds, seed } = await playWith(plant, cluster, seedOf(plant.name, round));
      const isOwn = found !== null && !(await breaksUnplanted(found, cluster));
      if (!isOwn) missed += 1;
      console.log(
        `${plant.name} (from seed ${seed}): ${isOwn ? '' : 'not found. '}${found ?? ''}\n  after ${cpuSeconds} seconds of processor time`,
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  console.log(`${count - missed} of ${count} planted faults were found.`);
  return missed;
}
