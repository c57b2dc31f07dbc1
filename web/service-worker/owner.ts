import {
  isLeased,
  isOwnCacheName,
  mediaCache,
  OWNER,
  type Owner,
  ownCaches,
  readCache,
  savedCache,
} from '#web/lib/cache-names.ts';
import { dropEndedCourses } from '#web/lib/saved-courses.ts';
import type { WorkerScope } from './scope.ts';

type World = Pick<WorkerScope, 'caches'> & { now: () => number };

/** The cached copies of the person who is logged in here. */
export type OwnerCache = { userId: string; read: Cache; saved: Cache; media: Cache };

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
    return ownerCache(caches, owner.userId, read);
  }
  return null;
}

/** The server has confirmed who is logged in: renews the lease, and deletes the copies of other persons. */
export async function confirmOwner({ caches, now }: World, userId: string): Promise<OwnerCache> {
  const own = ownCaches(userId);
  for (const name of (await caches.keys()).filter(isOwnCacheName)) if (!own.includes(name)) await caches.delete(name);
  const read = await caches.open(readCache(userId));
  const owner: Owner = { userId, confirmedAt: now() };
  await read.put(OWNER, new Response(JSON.stringify(owner)));
  return ownerCache(caches, userId, read);
}

const ownerCache = async (caches: CacheStorage, userId: string, read: Cache): Promise<OwnerCache> => ({
  userId,
  read,
  saved: await caches.open(savedCache(userId)),
  media: await caches.open(mediaCache(userId)),
});

/** The downloads of the owner, without courses whose access has ended by the date that the server named. */
export async function openDownloads(world: World): Promise<OwnerCache | null> {
  const kept = await openOwnerCache(world);
  if (kept) await dropEndedCourses(kept, world.now());
  return kept;
}

/** After a logout or the end of a session: deletes the copies of every person. */
export async function forgetAll({ caches }: Pick<World, 'caches'>): Promise<void> {
  for (const name of (await caches.keys()).filter(isOwnCacheName)) await caches.delete(name);
}
