import type { Server } from 'node:http';
import { Session } from 'node:inspector';
import { MINUTE_MS } from '#contract/time.ts';
import { uncounted } from './http/rate-limit.ts';
import type { Log } from './log.ts';

const SAMPLE_MS = 5000;
/** Up to this many requests per second count as idle. */
const IDLE_RATE = 1;
const IDLE_MS = MINUTE_MS;
/** Relative to the memory before the first request, or after the last release. */
const MOST_GROWTH = 1.25;
const BETWEEN_MS = MINUTE_MS;

/** The activity of a process. `requests`: since the last sample; `atWork`: not answered yet. */
export type MemorySample = { atMs: number; requests: number; atWork: number; bytes: number };

/**
 * Decides whether to release memory at this sample. V8 keeps the memory of a storm of requests: it collects where much
 * is allocated, and in an idle process only by a heuristic that a busy machine or work after the storm can use up
 * before it completes.
 */
export function memoryReleaseRule(startBytes: number) {
  let base = startBytes;
  let lastMs: number | undefined;
  let quietSinceMs: number | undefined;
  let restedMs = Number.NEGATIVE_INFINITY;
  return {
    isDue({ atMs, requests, atWork, bytes }: MemorySample): boolean {
      const seconds = (atMs - (lastMs ?? atMs - SAMPLE_MS)) / 1000;
      lastMs = atMs;
      if (requests > IDLE_RATE * seconds) quietSinceMs = undefined;
      else quietSinceMs ??= atMs;
      if (quietSinceMs === undefined || atMs - quietSinceMs < IDLE_MS) return false;
      // No request waits while the collection blocks the process.
      if (atWork > 0 || atMs - restedMs < BETWEEN_MS) return false;
      return bytes > base * MOST_GROWTH;
    },
    /** Memory in use after a release is needed: it must not trigger another one. */
    rested(atMs: number, bytes: number): void {
      restedMs = atMs;
      base = Math.max(base, bytes);
    },
  };
}

/** Collects all garbage and returns its pages to the system. Blocks the process meanwhile. */
export async function collectAll(): Promise<void> {
  const session = new Session();
  session.connect();
  try {
    await new Promise<void>((resolve, reject) => {
      session.post('HeapProfiler.collectGarbage', (error) => (error ? reject(error) : resolve()));
    });
  } finally {
    // Never within the callback: the session would wait for its own end, for ever.
    session.disconnect();
  }
}

/**
 * Counts the requests of people; an operator's probes come in idle hours, too. `since`: how many since its last call.
 */
export function countRequests(server: Server) {
  let come = 0;
  let atWork = 0;
  server.on('request', ({ url = '' }, response) => {
    if (uncounted.has(url.split('?', 1)[0] ?? '')) return;
    come += 1;
    atWork += 1;
    response.once('close', () => {
      atWork -= 1;
    });
  });
  return {
    since: () => {
      const count = come;
      come = 0;
      return count;
    },
    atWork: () => atWork,
  };
}

/** Releases memory once a storm is over. Returns a function that stops it. */
export function releaseMemoryWhenIdle(server: Server, log: Pick<Log, 'info' | 'warn'>): () => void {
  const requests = countRequests(server);
  const held = process.memoryUsage.rss;
  const rule = memoryReleaseRule(held());
  const look = async () => {
    const before = held();
    if (!rule.isDue({ atMs: performance.now(), requests: requests.since(), atWork: requests.atWork(), bytes: before }))
      return;
    const began = performance.now();
    await collectAll();
    const after = held();
    rule.rested(performance.now(), after);
    const megabytes = (bytes: number) => Math.round(bytes / 1024 ** 2);
    log.info(
      { beforeMb: megabytes(before), afterMb: megabytes(after), ms: Math.round(performance.now() - began) },
      'gave memory back in a quiet minute',
    );
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) => log.warn({ err: error }, 'no memory could be given back'));
  }, SAMPLE_MS).unref();
  return () => clearInterval(timer);
}
