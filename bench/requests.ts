/**
 * The scenarios of single requests; run.ts documents the arguments. --growth runs the reads at S, M and L, of which
 * docs/performance.md tells the exponent of cost against size; --counts counts statements and bytes and measures no
 * time, so that it may run on a busy machine. Prints a table and writes JSON to bench/results/.
 */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createPasswords } from '#server/passwords/passwords.ts';
import { BENCH_PASSWORD, generate } from './data.ts';
import { judgeScenarios } from './judged-results.ts';
import { watchMachine } from './machine.ts';
import { afterCounting, count, measure, type Result } from './measure.ts';
import { compare, printTable, save } from './report.ts';
import { describeRun } from './run-details.ts';
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
    reads: { type: 'boolean', default: false },
    counts: { type: 'boolean', default: false },
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
    const machine = await watchMachine(server);
    await machine.measure();
    const results: Result[] = [];
    for (const scenario of chosen) {
      const prepared = await scenario.prepare({ url: server.url, size, pg: client });
      const counts = await count(server.url, client, prepared);
      const measured = values.counts ? null : await measure(server, afterCounting(prepared), seconds);
      await prepared.check?.();
      // Before and behind each scenario: the load of the machine changes from minute to minute.
      if (measured) await machine.measure();
      const run = describeRun(machine.take());
      results.push({ scenario: scenario.name, counts: { ...counts, run }, cost: measured && { ...measured, run } });
      console.log(`  ${scenario.name}: ${measured ? `${measured.perSecond}/s` : `${counts.statements} statements`}`);
    }
    machine.stop();
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

const chosenFor = (onlyReads: boolean) => (onlyReads ? named.filter(({ grows }) => grows !== false) : named);

async function measureSize(sizeName: SizeName, onlyReads: boolean): Promise<void> {
  const results = await runAt(sizeName, chosenFor(onlyReads));
  printTable(sizeName, results);
  await compare(sizeName, results);
  await save(sizeName, results, names);
}

const sizeName = values.size as SizeName;
if (!(sizeName in sizes)) throw new Error('--size takes S, M or L.');
if (values.growth) for (const size of Object.keys(sizes) as SizeName[]) await measureSize(size, true);
else await measureSize(sizeName, values.reads);

const missed = (await judgeScenarios()).filter(({ verdict }) => verdict === 'missed');
const lines = missed.map(({ subject, bar, limit, value }) => `${subject}: ${value} ${bar}, ${limit}`);
console.log(lines.length > 0 ? `\nBars missed:\n  ${lines.join('\n  ')}` : '\nNo measured bar was missed.');
console.log('`npm run performance` writes docs/performance.md from the results.');
