import { execFileSync } from 'node:child_process';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts';
import type { TestCluster } from '#server/testing/cluster.ts';
import { startMigratedCluster } from '#server/testing/template.ts';
import { type Bar, coverageLines, coverageOf, tooSlow } from './figures.ts';
import { asTest, keepFinding } from './findings.ts';
import { planOf, type Step } from './plan.ts';
import { playPlants } from './plants/play-plants.ts';
import { type Played, playOnNewDatabase } from './runs.ts';
import { shrink } from './shrink.ts';

/**
 * Plays months of a school in random order and checks the product's promises: docs/simulation.md.
 *
 *   npm run simulate -- --seed 7 --days 90      one seed
 *   npm run simulate -- --seeds 20 --days 10    seeds 1 to 20
 *   npm run simulate -- --nights 8              seeds that were not played before, for eight nights of eight hours
 *   npm run simulate -- --minutes 30            the same for thirty minutes
 *   npm run simulate -- --plants                faults planted on purpose, one at a time
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string', default: '1' },
    days: { type: 'string', default: '10' },
    minutes: { type: 'string' },
    nights: { type: 'string' },
    /** The directory of findings. */
    keep: { type: 'string', default: join(import.meta.dirname, '../.cache/simulation') },
    /** A running test cluster as JSON, for the tests. */
    cluster: { type: 'string' },
    /** Writes the statements of every step to this file. */
    trace: { type: 'string' },
    /** Ends with the first seed that fails. */
    first: { type: 'boolean', default: false },
    'no-shrink': { type: 'boolean', default: false },
    /** Plants faults as their files are loaded, and plays each until it is found. */
    plants: { type: 'boolean', default: false },
    /** Only these plants, and other seeds than in another round. */
    plant: { type: 'string', multiple: true, default: [] },
    round: { type: 'string', default: '1' },
    /** Makes the speed of this run the one that later runs are compared with. */
    record: { type: 'boolean', default: false },
  },
});
const NIGHT_MS = 8 * HOUR_MS;
const barFile = join(import.meta.dirname, 'bar.json');

const days = Number(values.days);
const forMs = values.nights ? Number(values.nights) * NIGHT_MS : Number(values.minutes ?? Number.NaN) * MINUTE_MS;
const isTimed = !Number.isNaN(forMs);
/** A timed run begins with the second of its start, so that each of them plays other seeds. */
const first = Number(values.seed ?? (isTimed ? Math.floor(Date.now() / 1000) : 1));
const count = isTimed ? Number.POSITIVE_INFINITY : Number(values.seeds);
const start = performance.now();
const until = isTimed ? start + forMs : Number.POSITIVE_INFINITY;

const running = values.cluster
  ? { cluster: JSON.parse(values.cluster) as TestCluster, stop: async () => undefined }
  : await startMigratedCluster(undefined);
const play = (seed: number, steps: readonly Step[], keepTrace = false) =>
  playOnNewDatabase(running.cluster, { seed, steps, keepTrace });

function commitNow(): string {
  try {
    const options = { cwd: import.meta.dirname, encoding: 'utf8' } as const;
    const isChanged = execFileSync('git', ['status', '--porcelain', '-uno'], options).trim() !== '';
    return execFileSync('git', ['rev-parse', 'HEAD'], options).trim() + (isChanged ? ' with changes' : '');
  } catch {
    return 'unknown';
  }
}

const lawOf = ({ violations }: Played) => violations[0]?.law;

async function report(seed: number, outcome: Played): Promise<void> {
  const { violations, noticedAt } = outcome;
  console.log(`\nSeed ${seed} breaks the law '${lawOf(outcome)}' (noticed at step ${noticedAt?.id}):`);
  for (const { law, sentence } of violations.slice(0, 3)) console.log(`  ${law}: ${sentence}`);
  const steps = planOf(seed, days).filter(({ id }) => id <= (noticedAt?.id ?? Number.POSITIVE_INFINITY));
  const found = { seed, days, commit: commitNow(), violations, steps, isShrunk: false };
  console.log(`  kept in ${await keepFinding(values.keep, found)}`);
  if (values['no-shrink']) return;
  const fewest = await shrink(steps, async (some) => lawOf(await play(seed, some)) === lawOf(outcome));
  const last = await play(seed, fewest);
  const shrunk = { ...found, violations: last.violations, steps: fewest, isShrunk: true };
  await keepFinding(values.keep, shrunk);
  console.log(`\nThe fewest steps that break it, as a test for simulation/found.api.test.ts:\n\n${asTest(shrunk)}\n`);
  console.log(`  ${last.violations[0]?.law}: ${last.violations[0]?.sentence}`);
}

const total = { seeds: 0, failed: 0, steps: 0, calls: 0, crashes: 0, lawChecks: 0 };
const used = new Set<string>();
let [cpuSeconds, playSeconds] = [0, 0];

/** Prints what was measured. Returns whether it is as fast as recorded. */
async function judge(): Promise<boolean> {
  const daysACpuMinute = (total.seeds * days * 60) / cpuSeconds;
  console.log(
    `\n${total.seeds} seeds of ${days} days, ${total.failed} failed; ${total.steps} steps, ${total.calls} calls ` +
      `(${(total.calls / playSeconds).toFixed(1)} a second), ${total.crashes} crashes, ${total.lawChecks} laws checked; ` +
      `${daysACpuMinute.toFixed(1)} school-days a CPU-minute`,
  );
  for (const line of coverageLines(await coverageOf(used))) console.log(line);
  if (values.record) {
    const recordedOn = new Date().toISOString().slice(0, 10);
    const made: Bar = { schoolDaysACpuMinute: Math.round(daysACpuMinute * 10) / 10, recordedOn };
    await writeFile(barFile, `${JSON.stringify(made, null, 2)}\n`);
  }
  const bar = JSON.parse(await readFile(barFile, 'utf8')) as Bar;
  const slow = tooSlow(bar, { days: total.seeds * days, daysACpuMinute });
  if (slow) console.error(`Missed: ${slow}`);
  return slow === undefined;
}

const progressLine = (seed: number, { steps, calls, violations }: Played, seconds: number): string =>
  `seed ${seed}: ${steps} steps, ${calls} calls in ${seconds.toFixed(0)} s` +
  `${violations.length > 0 ? ', broken' : ''}; ${used.size} different calls so far`;

async function playSeeds(): Promise<boolean> {
  for (let seed = first; seed < first + count && performance.now() < until; seed += 1) {
    const began = performance.now();
    const outcome = await play(seed, planOf(seed, days), values.trace !== undefined);
    playSeconds += (performance.now() - began) / 1000;
    if (values.trace) await appendFile(values.trace, outcome.trace.map((step) => `${JSON.stringify(step)}\n`).join(''));
    total.seeds += 1;
    for (const name of ['steps', 'calls', 'crashes', 'lawChecks'] as const) total[name] += outcome[name];
    for (const name of outcome.used) used.add(name);
    cpuSeconds += outcome.cpuSeconds;
    if (count > 1) console.log(progressLine(seed, outcome, (performance.now() - began) / 1000));
    if (outcome.violations.length === 0) continue;
    total.failed += 1;
    await report(seed, outcome);
    if (values.first) break;
  }
  const isFast = await judge();
  return total.failed === 0 && isFast;
}

let isWell = false;
try {
  isWell = values.plants
    ? (await playPlants(running.cluster, values.plant, Number(values.round))) === 0
    : await playSeeds();
} finally {
  await running.stop();
}
process.exitCode = isWell ? 0 : 1;
