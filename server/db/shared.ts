import { HOUR_MS } from '#contract/time.ts';
import type { Db, Tx } from './handle.ts';
import { type SharedCheck, sharedChanges } from './shared-changes.store.ts';

/** What is the same for every student, and is noted by triggers when it changes (1370_shared_changes.sql). */
export type SharedKind = 'syllabi' | 'bank' | 'lessons' | 'difficulties';

/**
 * What stands at this moment and is read once for all: kept in this process's memory for as long as the database says
 * that nothing of its kind has changed. Nobody may change what `get` hands out.
 */
export type Shared = { get<T>(kind: SharedKind, key: string, load: () => Promise<T>): Promise<T> };

/** Read under a snapshot: everything in it is as new as that, or newer. */
type CachedKind = { snapshot: string; since: number; values: Map<string, Promise<unknown>> };

/** Notes of changes are kept for longer (background.ts). */
const LONGEST_MS = 12 * HOUR_MS;

const cacheOf = new WeakMap<Db, Map<SharedKind, CachedKind>>();

function cachedKinds(db: Db): Map<SharedKind, CachedKind> {
  const known = cacheOf.get(db) ?? new Map<SharedKind, CachedKind>();
  cacheOf.set(db, known);
  for (const [kind, { since }] of known) if (performance.now() - since > LONGEST_MS) known.delete(kind);
  return known;
}

/**
 * Asks whether what is kept still stands, along with the reads of a request (`readAsOne`): one look at an index. Whatever
 * is committed when that statement begins is seen, by this process or any other.
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
  // Whoever comes meanwhile, and finds that nothing has changed since, waits for the same rows.
  const loading = load();
  kept.values.set(key, loading);
  loading.catch(() => kept.values.delete(key));
  return loading;
}

/** For whoever reads nothing else first. A transaction sees what it has changed itself: there everything is read. */
export async function openShared(db: Db | Tx): Promise<Shared> {
  if (db.isTransaction) return { get: (_kind, _key, load) => load() };
  const { reads, settle } = checkShared(db);
  return settle((await reads.shared.execute(db)).rows);
}
