import { isLeased, isOwnCacheName, OWNER, type Owner, readCache, savedCache } from '#web/lib/cache-names.ts';
import type { WorkerScope } from './scope.ts';

type World = Pick<WorkerScope, 'caches'> & { now: () => number };

/** The cached copies of the person who is logged in here. */
export type OwnerCache = { userId: string; read: Cache; saved: Cache };

/** The cache of its owner; null when there is none. An expired lease deletes everything. */
export async function openOwnerCache({ caches, now }: World): Promise<OwnerCache | null> {
  for (const name of (await caches.keys()).filter(isOwnCacheName)) {
    const read = await caches.open(name);
    const owner = (await (await read.match(OWNER))?.json()) as Owner | undefined;
    if (!owner) continue;
    if (!isLeased(owner, now())) {
      await forgetAll({ caches });
      return null;
    }
    return { userId: owner.userId, read, saved: await caches.open(savedCache(owner.userId)) };
  }
  return null;
}

/** The server has confirmed who is logged in: renews the lease, and deletes the copies of other persons. */
export async function confirmOwner({ caches, now }: World, userId: string): Promise<OwnerCache> {
  const own = [readCache(userId), savedCache(userId)];
  for (const name of (await caches.keys()).filter(isOwnCacheName)) if (!own.includes(name)) await caches.delete(name);
  const read = await caches.open(readCache(userId));
  const owner: Owner = { userId, confirmedAt: now() };
  await read.put(OWNER, new Response(JSON.stringify(owner)));
  return { userId, read, saved: await caches.open(savedCache(userId)) };
}

/** After a logout or the end of a session: deletes the copies of every person. */
export async function forgetAll({ caches }: Pick<World, 'caches'>): Promise<void> {
  for (const name of (await caches.keys()).filter(isOwnCacheName)) await caches.delete(name);
}
