import { readFileSync } from 'node:fs';

/** Times of the main thread since its start, in nanoseconds: how long it ran, and how long it waited for a core. */
export type ProcessorTime = { ran: number; waited: number };

/** Null where the kernel does not say (everywhere but Linux). */
export function readProcessorTime(): ProcessorTime | null {
  try {
    return parseSchedstat(readFileSync('/proc/self/schedstat', 'utf8'));
  } catch {
    return null;
  }
}

export function parseSchedstat(text: string): ProcessorTime | null {
  const [ran, waited] = text.split(' ').map(Number);
  return ran === undefined || waited === undefined || Number.isNaN(ran + waited) ? null : { ran, waited };
}

/**
 * The share of a delay between two moments that comes from the work of this process. The remainder is time in which
 * other processes had the core: refusing requests does not bring it back. Without figures all of it counts.
 */
export function ownShare(before: ProcessorTime | null, now: ProcessorTime | null): number {
  if (!before || !now) return 1;
  const ran = now.ran - before.ran;
  const waited = now.waited - before.waited;
  return ran + waited > 0 ? ran / (ran + waited) : 1;
}
