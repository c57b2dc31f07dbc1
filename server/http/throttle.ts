import { createHmac } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import { AppError } from './errors.ts';
import { deleteThrottleEvent, deleteThrottleEventsOf, insertThrottleEvent, nthNewestEvent } from './throttle.store.ts';

export type Limit = { bucket: string; max: number; windowMs: number };

export type Charge = {
  /** Reverts the charge: it was no failure after all. */
  refund(): Promise<void>;
  /** Reverts all charges of this key. */
  clear(): Promise<void>;
  /** Whether the next charge would be refused. */
  isFull(): Promise<boolean>;
};

const free: Charge = { refund: async () => {}, clear: async () => {}, isFull: async () => false };

/**
 * Counts in the database, so that the limit holds across processes and restarts. The event is inserted before the work
 * that it counts: fifty concurrent requests cannot all slip under the limit. Keys are stored as keyed hashes.
 */
export async function charge(deps: Deps, limit: Limit, value: string): Promise<Charge> {
  if (!deps.config.rateLimit) return free;
  const { db } = deps;
  const key = createHmac('sha256', deps.config.sessionSecret).update(`${limit.bucket}:${value}`).digest();
  const now = deps.clock.now();
  const id = await insertThrottleEvent(db, limit.bucket, key, now);
  const since = new Date(now.getTime() - limit.windowMs);
  const blocking = await nthNewestEvent(db, limit.bucket, key, since, limit.max, id);
  if (blocking) {
    // A refused request does not prolong the wait.
    await deleteThrottleEvent(db, id);
    throw tooMany(Math.max(1, (blocking.getTime() + limit.windowMs - now.getTime()) / 1000));
  }
  return {
    refund: () => deleteThrottleEvent(db, id),
    clear: () => deleteThrottleEventsOf(db, limit.bucket, key),
    isFull: async () => (await nthNewestEvent(db, limit.bucket, key, since, limit.max, null)) !== null,
  };
}

export function tooMany(seconds: number): AppError {
  const minutes = Math.ceil(seconds / 60);
  return new AppError(
    'too_many_requests',
    `Muitas tentativas. Tente de novo em ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}.`,
    { retryAfter: Math.ceil(seconds) },
  );
}
