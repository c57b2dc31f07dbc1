import type { Bus } from '#server/db/bus.ts';
import { readAfresh } from '#server/db/reads-together.ts';

/** Changes are published at once; the TTL covers unpublished ones, such as an operator's own edits in the database. */
const TTL_MS = 30_000;
const MAX_ENTRIES = 20_000;

/** The bus's key for all users at once. */
export const EVERYBODY = '*';

type Entry<U> = { user: U; until: number };
type Found<U> = { user: U; expiresAt: Date };

/**
 * Caches the users of recent requests for some seconds, never past the end of the session. Blocking, deleting, logging
 * out and every change of a user is published on the bus and drops them at once, in every process; while the bus is
 * disconnected nothing is cached.
 */
export function sessionCache<U extends { id: string }>(bus: Bus) {
  const entries = new Map<string, Entry<U>>();
  const tokensOf = new Map<string, Set<string>>();
  const finding = new Map<string, { begun: number; user: Promise<U | null> }>();
  // A read that began before a drop must not store its stale result, nor be returned to requests after the drop.
  let generation = 0;

  const forget = (token: string, userId: string) => {
    entries.delete(token);
    const tokens = tokensOf.get(userId);
    tokens?.delete(token);
    if (tokens?.size === 0) tokensOf.delete(userId);
  };
  const drop = (userId: string) => {
    if (userId === EVERYBODY) return flush();
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

  const put = (token: string, { user, expiresAt }: Found<U>, now: number) => {
    const oldest = entries.size >= MAX_ENTRIES ? entries.entries().next().value : undefined;
    if (oldest) forget(oldest[0], oldest[1].user.id);
    entries.set(token, { user, until: Math.min(now + TTL_MS, expiresAt.getTime()) });
    const tokens = tokensOf.get(user.id) ?? new Set();
    tokensOf.set(user.id, tokens.add(token));
  };

  return {
    drop,
    /** Synchronous when it is cached; otherwise loaded once, also when a page sends many requests at the same time. */
    get(token: string, now: number, find: () => Promise<Found<U> | null>): U | Promise<U | null> {
      const entry = entries.get(token);
      if (entry && entry.until > now && bus.connected) return entry.user;
      if (entry) forget(token, entry.user.id);
      const begun = generation;
      const running = bus.connected ? finding.get(token) : undefined;
      if (running?.begun === begun) return running.user;
      const user = readAfresh(find).then((found) => {
        if (found && begun === generation && bus.connected) put(token, found, now);
        return found?.user ?? null;
      });
      const mine = { begun, user };
      finding.set(token, mine);
      return user.finally(() => {
        if (finding.get(token) === mine) finding.delete(token);
      });
    },
  };
}
