/**
 * The scenarios of single requests; run.ts documents the arguments. --growth runs the reads at S, M and L and reports
 * the exponent of cost against size. Prints a table and a comparison with the committed results, and writes JSON to
 * bench/results/.
 */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createPasswords } from '#server/passwords/passwords.ts';
import { BENCH_PASSWORD, generate } from './data.ts';
import { growth, missedGrowth } from './growth.ts';
import { measure, type Result } from './measure.ts';
import { compare, printTable, save, saveAs } from './report.ts';
import { sequentialScans } from './scans.ts';
import type { Scenario } from './scenario.ts';
import { scenarios } from './scenarios/index.ts';
import { startBenchServer } from './server.ts';
import { type SizeName, sizes } from './sizes.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string', default: 'S' },
    seconds: { type: 'string', default: '5' },
    growth: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const names = scenarios.map(({ name }) => name);
const named = scenarios.filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
);
if (named.length === 0)
  throw new Error(`No scenario is called so. There are: ${scenarios.map(({ name }) => name).join(', ')}.`);

async function runAt(sizeName: SizeName, chosen: readonly Scenario[]): Promise<Result[]> {
  const size = sizes[sizeName];
  const server = await startBenchServer({ shared_preload_libraries: 'pg_stat_statements', shared_buffers: '1GB' });
  const client = new pg.Client(server.connection);
  await client.connect();
  try {
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
    console.log(`\nSize ${sizeName}: making the school`);
    const passwordHash = await (await createPasswords()).hash(BENCH_PASSWORD);
    await generate(server.connection, size, passwordHash, (line) => console.log(`  ${line}`));
    await client.query('SELECT pg_stat_statements_reset()');
    const results: Result[] = [];
    for (const scenario of chosen) {
      const prepared = await scenario.prepare({ url: server.url, size, pg: client });
      const result = await measure(server, client, scenario, prepared, seconds);
      await prepared.check?.();
      results.push(result);
      console.log(`  ${scenario.name}: ${result.perSecond}/s`);
    }
    const scans = await sequentialScans(client);
    console.log(
      `  Sequential scans of growing tables: ${scans.length === 0 ? 'none' : `\n    ${scans.join('\n    ')}`}`,
    );
    return results;
  } finally {
    await client.end();
    await server.stop();
  }
}

function tellMissed(lines: readonly string[]): void {
  console.log(lines.length > 0 ? `\nBars missed:\n  ${lines.join('\n  ')}` : '\nNo bar was missed.');
}

const missedOf = (sizeName: string, results: readonly Result[]) =>
  results.flatMap(({ scenario, missed }) => missed.map((line) => `${scenario} at ${sizeName}: ${line}`));

if (values.growth) {
  const reads = named.filter(({ grows }) => grows !== false);
  const bySize = { S: await runAt('S', reads), M: await runAt('M', reads), L: await runAt('L', reads) };
  for (const [name, results] of Object.entries(bySize)) {
    printTable(name, results);
    await compare(name, results);
    await save(name, results, names);
  }
  const rows = growth(bySize);
  console.table(Object.fromEntries(rows.map(({ scenario, cpuMs, ...row }) => [scenario, { ...cpuMs, ...row }])));
  if (positionals.length === 0) await saveAs('growth', rows);
  const missed = Object.entries(bySize).flatMap(([name, results]) => missedOf(name, results));
  tellMissed([...missed, ...missedGrowth(rows, scenarios)]);
} else {
  const sizeName = values.size as SizeName;
  if (!(sizeName in sizes)) throw new Error('--size takes S, M or L.');
  const results = await runAt(sizeName, named);
  printTable(sizeName, results);
  await compare(sizeName, results);
  await save(sizeName, results, names);
  tellMissed(missedOf(sizeName, results));
}
