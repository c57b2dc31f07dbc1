import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { times } from './bars.ts';
import { measureMachine } from './machine.ts';
import { type Result, totalMs } from './measure.ts';
import { describeRun, type Machine, type Run } from './run-details.ts';

const directory = join(import.meta.dirname, 'results');
const fileOf = (name: string) => join(directory, `${name}.json`);

/** A result that is no table of scenarios: rush, memory, browser. */
export type StoredProgram = { run: Run; result: unknown };

let machine: Promise<Machine> | undefined;

/** Saves the result of a program with its run. The ceilings are measured when it first saves, so behind its work. */
export async function saveAs(name: string, result: unknown): Promise<void> {
  machine ??= measureMachine();
  await write(name, { run: describeRun(await machine), result } satisfies StoredProgram);
}

async function write(name: string, value: unknown): Promise<void> {
  await mkdir(directory, { recursive: true });
  await writeFile(fileOf(name), `${JSON.stringify(value, null, 2)}\n`);
}

/** The saved results of an earlier run under that name: a new run may replace only some of them. */
export async function readResults(name: string): Promise<Record<string, unknown>> {
  const stored = JSON.parse(await readFile(fileOf(name), 'utf8').catch(() => '{}')) as Partial<StoredProgram>;
  return (stored.result ?? {}) as Record<string, unknown>;
}

export function printTable(size: string, results: readonly Result[]): void {
  console.log(`\nSize ${size} (CPU in milliseconds per request; ratios against the ceilings of the same run)`);
  console.table(
    Object.fromEntries(
      results.map(({ scenario, counts, cost }) => [
        scenario,
        {
          statements: counts.statements,
          bytes: counts.bytes,
          ...(cost && {
            'req/s': cost.perSecond,
            'p50 ½': cost.p50AtHalf,
            'p99 ½': cost.p99AtHalf,
            'CPU server': cost.cpuMs.server,
            'CPU db': cost.cpuMs.database,
            '× node': times(totalMs(cost), cost.run.machine, 'nodeMs') ?? '',
            MB: cost.memoryMb,
            'of http': cost.httpRatio ?? '',
            'of pg': cost.pgRatio ?? '',
            'of beside': cost.besideRatio ?? '',
            'of which': cost.ofWhich ? `${cost.ofWhich.name} ${cost.ofWhich.cpuMs}` : '',
          }),
        },
      ]),
    ),
  );
}

export async function readScenarios(size: string): Promise<Result[]> {
  return JSON.parse(await readFile(fileOf(size), 'utf8').catch(() => '[]')) as Result[];
}

/** Compares with the results in the repository, by the multiples of a bare request: they come from another run. */
export async function compare(size: string, results: readonly Result[]): Promise<void> {
  const before = new Map((await readScenarios(size)).map((result) => [result.scenario, result.cost]));
  const rows = results.flatMap(({ scenario, cost }) => {
    const then = before.get(scenario);
    if (!cost || !then) return [];
    const timesNow = times(totalMs(cost), cost.run.machine, 'nodeMs') ?? 0;
    const timesThen = times(totalMs(then), then.run.machine, 'nodeMs') ?? 0;
    return [[scenario, { '× node now': timesNow, '× node then': timesThen, 'of commit': then.run.commit }]];
  });
  if (rows.length === 0) return;
  console.log('\nAgainst the stored results');
  console.table(Object.fromEntries(rows));
}

/**
 * Merges results into the saved ones of a size. `names` lists all scenarios in order; results of others are dropped. A
 * run that only counted leaves the cost of an earlier one, which has its own commit and date.
 */
export async function save(size: string, results: readonly Result[], names: readonly string[]): Promise<void> {
  const byName = new Map((await readScenarios(size)).map((result) => [result.scenario, result]));
  for (const result of results)
    byName.set(result.scenario, { ...result, cost: result.cost ?? byName.get(result.scenario)?.cost ?? null });
  await write(
    size,
    names.flatMap((name) => byName.get(name) ?? []),
  );
}

export async function readProgram(file: string): Promise<StoredProgram | null> {
  const text = await readFile(fileOf(file), 'utf8').catch(() => null);
  const stored = text ? (JSON.parse(text) as Partial<StoredProgram>) : {};
  return stored.run ? { run: stored.run, result: stored.result } : null;
}
