import { isLeased, isOwnCacheName, OWNER, type Owner, readCache, savedCache } from '#web/lib/cache-names.ts';
import type { WorkerScope } from './scope.ts';

type World = Pick<WorkerScope, 'caches'> & { now: () => number };

/** The copies of the one person who is logged in here. */
export type OwnerCache = { userId: string; read: Cache; saved: Cache };

/** Nobody's, or older than a lease: then nothing is there, and nothing stays. */
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

/** The server has just named who is logged in: their lease is renewed, and what was another person's goes. */
export async function confirmOwner({ caches, now }: World, userId: string): Promise<OwnerCache> {
  const own = [readCache(userId), savedCache(userId)];
  for (const name of (await caches.keys()).filter(isOwnCacheName)) if (!own.includes(name)) await caches.delete(name);
  const read = await caches.open(readCache(userId));
  const owner: Owner = { userId, confirmedAt: now() };
  await read.put(OWNER, new Response(JSON.stringify(owner)));
  return { userId, read, saved: await caches.open(savedCache(userId)) };
}

/** Logged out, or the session has ended: nothing of anybody stays. */
export async function forgetAll({ caches }: Pick<World, 'caches'>): Promise<void> {
  for (const name of (await caches.keys()).filter(isOwnCacheName)) await caches.delete(name);
}
