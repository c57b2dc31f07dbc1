import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Result, totalMs } from './measure.ts';

const directory = join(import.meta.dirname, 'results');
const fileOf = (name: string) => join(directory, `${name}.json`);

/** Saves results that are no table of scenarios: growth, rush, memory, browser. */
export async function saveAs(name: string, value: unknown): Promise<void> {
  await mkdir(directory, { recursive: true });
  await writeFile(fileOf(name), `${JSON.stringify(value, null, 2)}\n`);
}

/** The saved results of an earlier run under that name: a new run may replace only some of them. */
export async function readResults(name: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(fileOf(name), 'utf8').catch(() => '{}'));
}

export function printTable(size: string, results: readonly Result[]): void {
  console.log(`\nSize ${size} (CPU in milliseconds per request; ratios against the ceilings of the same run)`);
  console.table(
    Object.fromEntries(
      results.map((result) => [
        result.scenario,
        {
          'req/s': result.perSecond,
          'p50 ½': result.p50AtHalf,
          'p99 ½': result.p99AtHalf,
          'CPU server': result.cpuMs.server,
          'CPU db': result.cpuMs.database,
          bytes: result.bytes,
          queries: result.queriesPerRequest,
          MB: result.memoryMb,
          'of http': result.httpRatio ?? '',
          'of pg': result.pgRatio ?? '',
          'of beside': result.besideRatio ?? '',
          'of which': result.ofWhich ? `${result.ofWhich.name} ${result.ofWhich.cpuMs}` : '',
        },
      ]),
    ),
  );
}

/** Compares with the results in the repository. CPU only, because they come from another machine. */
export async function compare(size: string, results: readonly Result[]): Promise<void> {
  const text = await readFile(fileOf(size), 'utf8').catch(() => null);
  if (!text) return;
  const before = new Map((JSON.parse(text) as Result[]).map((result) => [result.scenario, result]));
  const rows = results.flatMap((now) => {
    const then = before.get(now.scenario);
    if (!then) return [];
    return [
      [
        now.scenario,
        {
          'CPU now': Number(totalMs(now).toFixed(3)),
          'CPU then': Number(totalMs(then).toFixed(3)),
          'now / then': Number((totalMs(now) / totalMs(then)).toFixed(2)),
        },
      ],
    ];
  });
  console.log('\nAgainst the committed results');
  console.table(Object.fromEntries(rows));
}

/**
 * Merges results into the saved ones of a size. `names` lists all scenarios in order; results of others are dropped.
 */
export async function save(size: string, results: readonly Result[], names: readonly string[]): Promise<void> {
  const known = await readFile(fileOf(size), 'utf8').catch(() => '[]');
  const byName = new Map([...(JSON.parse(known) as Result[]), ...results].map((result) => [result.scenario, result]));
  await saveAs(
    size,
    names.flatMap((name) => byName.get(name) ?? []),
  );
}
