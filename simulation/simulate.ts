import { fork } from 'node:child_process';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endpoints } from '#contract/index.ts';
import { cloneDatabase, dropDatabase, type TestCluster } from '#server/testing/cluster.ts';
import { startMigratedCluster } from '#server/testing/template.ts';
import { planOf, type Step } from './plan.ts';
import type { Outcome } from './run-seed.ts';
import { shrink } from './shrink.ts';

/**
 * Plays months of a school in random order and checks the product's promises: docs/simulation.md.
 *
 *   npm run simulate -- --seed 7 --days 90      one seed
 *   npm run simulate -- --seeds 20 --days 10    seeds 1 to 20
 *   npm run simulate -- --minutes 480           new seeds for eight hours
 */
export type ToPlay = {
  connection: { connectionString: string };
  seed: number;
  steps: readonly Step[];
  keepTrace: boolean;
};
/** `used`: the calls that were answered with success at least once. */
export type Played = Omit<Outcome, 'used'> & { used: string[]; cpuSeconds: number };

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string', default: '1' },
    days: { type: 'string', default: '10' },
    minutes: { type: 'string' },
    /** A running test cluster as JSON, for the tests. */
    cluster: { type: 'string' },
    /** Writes the statements of every step to this file. */
    trace: { type: 'string' },
    /** Ends with the first seed that fails. */
    first: { type: 'boolean', default: false },
    'no-shrink': { type: 'boolean', default: false },
  },
});
const days = Number(values.days);
const first = Number(values.seed ?? 1);
const count = values.minutes ? Number.POSITIVE_INFINITY : Number(values.seeds);
const until = performance.now() + Number(values.minutes ?? Number.POSITIVE_INFINITY) * 60_000;

const running = values.cluster
  ? { cluster: JSON.parse(values.cluster) as TestCluster, stop: async () => undefined }
  : await startMigratedCluster(undefined);

let serial = 0;
async function playOnNewDatabase(seed: number, steps: readonly Step[], keepTrace = false): Promise<Played> {
  serial += 1;
  const name = `simulation ${process.pid} ${serial}`;
  const connection = await cloneDatabase(running.cluster, name);
  try {
    return await playInChild({ connection, seed, steps, keepTrace });
  } finally {
    await dropDatabase(running.cluster, name);
  }
}

function playInChild(run: ToPlay): Promise<Played> {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(import.meta.dirname, '../.cache/node') };
  const child = fork(join(import.meta.dirname, 'play.ts'), { env });
  return new Promise((resolve, reject) => {
    child.once('message', (played: Played) => resolve(played));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The run of seed ${run.seed} ended with code ${code}.`)));
    child.send(run);
  });
}

const lawOf = ({ violations }: Played) => violations[0]?.law;

async function report(seed: number, outcome: Played): Promise<void> {
  const { violations, noticedAt } = outcome;
  console.log(`\nSeed ${seed} breaks the law '${lawOf(outcome)}' (noticed at step ${noticedAt?.id}):`);
  for (const { law, sentence } of violations.slice(0, 3)) console.log(`  ${law}: ${sentence}`);
  if (values['no-shrink']) return;
  const steps = planOf(seed, days).filter(({ id }) => id <= (noticedAt?.id ?? Number.POSITIVE_INFINITY));
  const fewest = await shrink(steps, async (some) => lawOf(await playOnNewDatabase(seed, some)) === lawOf(outcome));
  const last = await playOnNewDatabase(seed, fewest);
  console.log(`\nThe fewest steps that break it, as a test for simulation/found.api.test.ts:\n`);
  console.log(`  it('${lawOf(outcome)} holds in the shrunk run of seed ${seed}', () => expectNoViolation(${seed}, [`);
  for (const { id, at, deed } of fewest) console.log(`    { id: ${id}, at: ${at}, deed: '${deed}' },`);
  console.log(`  ]));\n\n  ${last.violations[0]?.law}: ${last.violations[0]?.sentence}`);
}

const writes = Object.entries(endpoints).filter(([, { method }]) => method !== 'GET');
const total = { seeds: 0, failed: 0, steps: 0, calls: 0, crashes: 0, lawChecks: 0 };
const used = new Set<string>();
let cpuSeconds = 0;
const start = performance.now();
try {
  for (let seed = first; seed < first + count && performance.now() < until; seed += 1) {
    const outcome = await playOnNewDatabase(seed, planOf(seed, days), values.trace !== undefined);
    if (values.trace) await appendFile(values.trace, outcome.trace.map((step) => `${JSON.stringify(step)}\n`).join(''));
    total.seeds += 1;
    for (const name of ['steps', 'calls', 'crashes', 'lawChecks'] as const) total[name] += outcome[name];
    for (const name of outcome.used) used.add(name);
    cpuSeconds += outcome.cpuSeconds;
    if (outcome.violations.length === 0) continue;
    total.failed += 1;
    await report(seed, outcome);
    if (values.first) break;
  }
  const seconds = (performance.now() - start) / 1000;
  const covered = writes.filter(([name]) => used.has(name)).length;
  console.log(
    `\n${total.seeds} seeds of ${days} days, ${total.failed} failed; ${total.steps} steps, ${total.calls} calls ` +
      `(${(total.calls / seconds).toFixed(1)} a second), ${total.crashes} crashes, ${total.lawChecks} laws checked; ` +
      `${((total.seeds * days * 60) / cpuSeconds).toFixed(1)} school-days a CPU-minute; ` +
      `${covered} of ${writes.length} writing calls used (${Math.round((covered * 100) / writes.length)} %).`,
  );
} finally {
  await running.stop();
}
process.exitCode = total.failed > 0 ? 1 : 0;
