import { fork } from 'node:child_process';
import { join } from 'node:path';
import { DAY_MS, MINUTE_MS } from '#contract/time.ts';
import { cloneDatabase, dropDatabase, type TestCluster } from '#server/testing/cluster.ts';
import type { Step } from './plan.ts';
import type { Outcome } from './run-seed.ts';

export type ToPlay = {
  connection: { connectionString: string };
  seed: number;
  steps: readonly Step[];
  keepTrace: boolean;
};
/** `used`: the calls that were answered with success at least once. */
export type Played = Omit<Outcome, 'used'> & { used: string[]; cpuSeconds: number };

/** A day takes seconds. A run that takes longer than this hangs, which is a finding, too. */
const START_MS = 5 * MINUTE_MS;
const MS_A_DAY = MINUTE_MS;

let serial = 0;

/** Plays steps in a child process on a database that nothing else uses. */
export async function playOnNewDatabase(
  cluster: TestCluster,
  { seed, steps, keepTrace = false }: { seed: number; steps: readonly Step[]; keepTrace?: boolean },
): Promise<Played> {
  serial += 1;
  const name = `simulation ${process.pid} ${serial}`;
  const connection = await cloneDatabase(cluster, name);
  try {
    return await playInChild({ connection, seed, steps, keepTrace });
  } finally {
    await dropDatabase(cluster, name);
  }
}

/** A run that ends otherwise than by its own end has broken a law, too: a night of runs goes on after it. */
function playInChild(run: ToPlay): Promise<Played> {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(import.meta.dirname, '../.cache/node') };
  const child = fork(join(import.meta.dirname, 'play.ts'), { env });
  const last = run.steps.at(-1);
  const patienceMs = START_MS + (1 + (last?.at ?? 0) / DAY_MS) * MS_A_DAY;
  return new Promise((resolve) => {
    const fail = (sentence: string) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      const nothing = { steps: 0, calls: 0, crashes: 0, lawChecks: 0, used: [], trace: [], cpuSeconds: 0 };
      resolve({ ...nothing, violations: [{ law: 'end', sentence }], noticedAt: last });
    };
    const timer = setTimeout(() => fail(`the run takes longer than ${patienceMs / 1000} s`), patienceMs);
    child.once('message', (played: Played) => {
      clearTimeout(timer);
      resolve(played);
    });
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code) => fail(`the run ended with code ${code}`));
    child.send(run);
  });
}
