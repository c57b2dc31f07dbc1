/**
 * Whether memory stays flat: reads and answers at a steady rate, the server's resident memory every five seconds.
 *   npm run bench -- memory [--minutes 10] [--rate 300]
 * Reports the slope over the second half of the run, when caches are full and the heap size is stable.
 */
import { setInterval as every } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createPasswords } from '#server/passwords/passwords.ts';
import { residentMb } from './cpu.ts';
import { BENCH_PASSWORD, generate } from './data.ts';
import { load } from './load.ts';
import { saveAs } from './report.ts';
import type { Prepared } from './scenario.ts';
import { scenarios } from './scenarios/index.ts';
import { startBenchServer } from './server.ts';
import { sizes } from './sizes.ts';
import { slope } from './slope.ts';

const SAMPLE_MS = 5000;
const mixed = ['lesson, hot', 'lesson list', 'search', 'student dashboard', 'course page'];

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, rate: { type: 'string', default: '300' } },
});
const seconds = Number(values.minutes) * 60;

type Sample = { minute: number; mb: number };

const server = await startBenchServer();
const client = new pg.Client(server.connection);
await client.connect();
try {
  await generate(server.connection, sizes.S, await (await createPasswords()).hash(BENCH_PASSWORD), () => undefined);
  const chosen = scenarios.filter(({ name }) => mixed.includes(name));
  const prepared: Prepared[] = [];
  for (const scenario of chosen) prepared.push(await scenario.prepare({ url: server.url, size: sizes.S, pg: client }));
  const begun = performance.now();
  const stop = new AbortController();
  const samples: Sample[] = [];
  const watching = (async () => {
    for await (const _ of every(SAMPLE_MS, null, { signal: stop.signal })) {
      samples.push({ minute: (performance.now() - begun) / 60_000, mb: await residentMb(server.pid) });
      if (samples.length % 12 === 0)
        console.log(`${samples.at(-1)?.minute.toFixed(0)} min: ${samples.at(-1)?.mb.toFixed(0)} MB`);
    }
  })().catch((error: Error) => {
    if (error.name !== 'AbortError') throw error;
  });
  const request = (n: number) => {
    const one = prepared[n % prepared.length];
    if (!one) throw new Error('There is no scenario of these names.');
    return one.request(n);
  };
  const done = await load({
    url: server.url,
    request,
    expect: [200],
    connections: 16,
    seconds,
    rate: Number(values.rate),
  });
  stop.abort();
  await watching;
  const second = samples.slice(Math.floor(samples.length / 2)).map(({ minute, mb }) => ({ x: minute, y: mb }));
  const report = {
    minutes: Number(values.minutes),
    requests: done.requests,
    mbByMinute: samples.filter((_, index) => index % 12 === 11).map(({ mb }) => Math.round(mb)),
    slopeMbPerMinute: Number(slope(second).toFixed(3)),
  };
  console.log(report);
  await saveAs('memory', report);
} finally {
  await client.end();
  await server.stop();
}
