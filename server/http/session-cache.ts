import type { Bus } from '../db/bus.ts';

/** What changes is told at once; this is for what nobody tells, such as an operator's own hand in the database. */
const TTL_MS = 30_000;
const MAX_ENTRIES = 20_000;

type Entry<U> = { user: U; until: number };

/**
 * Remembers the users of recent requests for some seconds, never past the end of the session. Blocking, deleting, logging out and every change of a
 * user is published on the bus and drops them at once, in every process; while the bus is away nothing is remembered.
 */
export function sessionCache<U extends { id: string }>(bus: Bus) {
  const entries = new Map<string, Entry<U>>();
  const tokensOf = new Map<string, Set<string>>();
  // A read that began before a drop must not put its old answer back after it.
  let generation = 0;

  const forget = (token: string, userId: string) => {
    entries.delete(token);
    const tokens = tokensOf.get(userId);
    tokens?.delete(token);
    if (tokens?.size === 0) tokensOf.delete(userId);
  };
  const drop = (userId: string) => {
    generation += 1;
    for (const token of tokensOf.get(userId) ?? []) entries.delete(token);
    tokensOf.delete(userId);
  };
  const flush = () => {
    generation += 1;
    entries.clear();
    tokensOf.clear();
  };
  bus.subscribe('session', drop, flush);

  return {
    drop,
    get(token: string, now: number): U | null {
      const entry = entries.get(token);
      if (!entry) return null;
      if (entry.until > now && bus.connected) return entry.user;
      forget(token, entry.user.id);
      return null;
    },
    begin: () => generation,
    put(token: string, user: U, begun: number, now: number, expiresAt: number) {
      if (begun !== generation || !bus.connected) return;
      const oldest = entries.size >= MAX_ENTRIES ? entries.entries().next().value : undefined;
      if (oldest) forget(oldest[0], oldest[1].user.id);
      entries.set(token, { user, until: Math.min(now + TTL_MS, expiresAt) });
      const tokens = tokensOf.get(user.id) ?? new Set();
      tokensOf.set(user.id, tokens.add(token));
    },
  };
}
