import { HOUR_MS } from '#contract/time.ts';
import type { Db, Tx } from './handle.ts';
import { readAfresh } from './reads-together.ts';
import { type SharedCheck, sharedChanges } from './shared-changes.store.ts';

/** Data that is the same for every student; triggers record its changes (1370_shared_changes.sql). */
export type SharedKind = 'syllabi' | 'bank' | 'lessons' | 'difficulties' | 'kept';

/**
 * Values that are the same for everyone and read once: cached in this process's memory while the database reports no
 * change of their kind. Callers must not mutate what `get` returns.
 */
export type Shared = { get<T>(kind: SharedKind, key: string, load: () => Promise<T>): Promise<T> };

/** Values read under a snapshot: each is as new as the snapshot, or newer. */
type CachedKind = { snapshot: string; since: number; values: Map<string, Promise<unknown>> };

/** Records of changes are kept for longer (background.ts). */
const LONGEST_MS = 12 * HOUR_MS;

const cacheOf = new WeakMap<Db, Map<SharedKind, CachedKind>>();

function cachedKinds(db: Db): Map<SharedKind, CachedKind> {
  const known = cacheOf.get(db) ?? new Map<SharedKind, CachedKind>();
  cacheOf.set(db, known);
  for (const [kind, { since }] of known) if (performance.now() - since > LONGEST_MS) known.delete(kind);
  return known;
}

/**
 * Checks whether the cached values are current, together with the reads of a request (`readAsOne`): one index lookup.
 * It sees everything that is committed when the statement begins, by this process or any other.
 */
export function checkShared(db: Db): { reads: { shared: ReturnType<typeof sharedChanges> }; settle: ResolveShared } {
  const kinds = cachedKinds(db);
  const asked = [...kinds];
  const reads = {
    shared: sharedChanges(
      asked.map(([kind]) => kind),
      asked.map(([, { snapshot }]) => snapshot),
    ),
  };
  const settle: ResolveShared = ([check]) => {
    if (!check) throw new Error('A SELECT of values has one row.');
    for (const [kind, kept] of asked) if (check.changed.includes(kind) && kinds.get(kind) === kept) kinds.delete(kind);
    return { get: (kind, key, load) => sharedValue(kinds, check.snapshot, kind, key, load) };
  };
  return { reads, settle };
}

type ResolveShared = (rows: readonly SharedCheck[]) => Shared;

function sharedValue<T>(
  kinds: Map<SharedKind, CachedKind>,
  snapshot: string,
  kind: SharedKind,
  key: string,
  load: () => Promise<T>,
): Promise<T> {
  const kept = kinds.get(kind) ?? { snapshot, since: performance.now(), values: new Map() };
  kinds.set(kind, kept);
  const known = kept.values.get(key) as Promise<T> | undefined;
  if (known) return known;
  // Concurrent callers that find no change since then share this load.
  const loading = readAfresh(load);
  kept.values.set(key, loading);
  loading.catch(() => kept.values.delete(key));
  return loading;
}

/** For callers that read nothing else first. A transaction sees its uncommitted changes, so it bypasses the cache. */
export async function openShared(db: Db | Tx): Promise<Shared> {
  if (db.isTransaction) return { get: (_kind, _key, load) => load() };
  const { reads, settle } = checkShared(db);
  return settle((await reads.shared.execute(db)).rows);
}
