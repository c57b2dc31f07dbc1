import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { collectAll, countRequests, type MemorySample, memoryReleaseRule } from './release-memory.ts';

const MB = 1024 ** 2;
const LOOK_MS = 5000;

/** Samples a process every five seconds, and releases memory when due. Returns the seconds at which it did. */
function watch(looks: readonly Omit<MemorySample, 'atMs'>[], afterRest = 210 * MB): number[] {
  const rule = memoryReleaseRule(240 * MB);
  return looks.flatMap((look, index) => {
    const atMs = index * LOOK_MS;
    if (!rule.isDue({ atMs, ...look })) return [];
    rule.rested(atMs, afterRest);
    return [atMs / 1000];
  });
}
const quiet = (megabytes: number) => ({ requests: 2, atWork: 0, bytes: megabytes * MB });
const storm = { requests: 15_000, atWork: 400, bytes: 600 * MB };
const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value);

test('memory is released once, a minute after a storm', () => {
  // The storm lasts from second 5 to 100; second 105 is the first idle sample.
  expect(watch([quiet(250), ...times(20, storm), ...times(14, quiet(600)), ...times(60, quiet(230))])).toEqual([165]);
});

test('a storm before the first sample does not raise the baseline', () => {
  expect(watch([...times(20, storm), ...times(14, quiet(400))])).toEqual([160]);
});

test('memory is not released when V8 has already done so', () => {
  expect(watch([quiet(250), ...times(20, storm), ...times(80, quiet(299))])).toEqual([]);
});

test('memory is not released while requests arrive', () => {
  const busy = { requests: 6, atWork: 0, bytes: 600 * MB };
  expect(watch([quiet(250), ...times(200, busy)])).toEqual([]);
  // One request per second counts as idle.
  expect(watch([quiet(250), ...times(14, { ...busy, requests: 5 })])).toEqual([60]);
});

test('memory is not released while a request waits for its answer', () => {
  const waiting = { ...quiet(600), atWork: 1 };
  expect(watch([quiet(250), ...times(40, waiting), quiet(600)])).toEqual([205]);
});

test('memory taken by background work is released later, not at every sample', () => {
  expect(watch([quiet(250), ...times(60, quiet(400))])).toEqual([60, 120, 180, 240, 300]);
});

test('memory still in use after a release does not trigger another one', () => {
  expect(watch([quiet(250), ...times(200, quiet(400))], 390 * MB)).toEqual([60]);
  expect(watch([quiet(250), ...times(20, quiet(400)), ...times(12, quiet(490))], 390 * MB)).toEqual([60, 120]);
});

test('a late sample counts requests by the elapsed time', () => {
  const rule = memoryReleaseRule(240 * MB);
  const at = (atMs: number, megabytes: number, requests: number) => rule.isDue({ atMs, ...quiet(megabytes), requests });
  const dueAt = [at(0, 250, 5), at(50_000, 600, 49), at(100_000, 600, 49), at(105_000, 600, 49)];
  expect(dueAt).toEqual([false, false, true, false]);
});

test('requests of people are counted while they wait, and probes are not', async () => {
  const answers: (() => void)[] = [];
  const server = createServer((_, response) => answers.push(() => response.end()));
  const requests = countRequests(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const asked = ['/api/me', '/readyz', '/metrics?x=1', '/'].map((path) => fetch(`http://127.0.0.1:${port}${path}`));
  await vi.waitFor(() => expect(answers).toHaveLength(4));
  expect([requests.since(), requests.since(), requests.atWork()]).toEqual([2, 0, 2]);
  for (const answer of answers) answer();
  await Promise.all(asked);
  await vi.waitFor(() => expect(requests.atWork()).toBe(0));
  server.closeAllConnections();
  server.close();
});

test('unreachable memory is collected', async () => {
  const used = () => process.memoryUsage().heapUsed;
  const fill = () => Array.from({ length: 200_000 }, (_, index) => ({ index }));
  let kept: object[] | null = fill();
  await collectAll();
  const full = used();
  expect(kept).toHaveLength(200_000);
  kept = null;
  await collectAll();
  expect(full - used()).toBeGreaterThan(4 * MB);
});
