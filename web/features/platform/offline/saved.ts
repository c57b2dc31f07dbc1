import { isLeased, leaseEnd, mediaCache, OWNER, type Owner, readCache, savedCache } from '#web/lib/cache-names.ts';
import { orElse } from '#web/lib/or-else.ts';
import type { SavedCaches } from '#web/lib/saved-courses.ts';

/**
 * What a user has downloaded is stored in a separate cache per user: the responses of calls under their URLs, where
 * the service worker finds them, and beside them data that no call returns.
 */
export type SavedName = `course/${number}` | `questions/${number | 'review'}` | `law/${number}`;

export const savedAddress = (name: SavedName) => `/kept/${name}`;

/** The owner of the copies in this browser while the lease lasts; null without a service worker. */
export async function readOwner(userId: string, now = Date.now()): Promise<Owner | null> {
  return orElse(async () => {
    if (!(await caches.has(readCache(userId)))) return null;
    const owner = (await (await (await caches.open(readCache(userId))).match(OWNER))?.json()) as Owner | undefined;
    return owner && isLeased(owner, now) ? owner : null;
  }, null);
}

/** Until when downloaded data may be used without contacting the server. */
export async function savedUntil(userId: string): Promise<Date | null> {
  const owner = await readOwner(userId);
  return owner && leaseEnd(owner);
}

export async function readSaved<T>(userId: string, name: SavedName): Promise<T | null> {
  if (!(await readOwner(userId))) return null;
  return orElse(async () => {
    const found = await (await caches.open(savedCache(userId))).match(savedAddress(name));
    return found ? ((await found.json()) as T) : null;
  }, null);
}

export const openSaved = async (userId: string): Promise<SavedCaches> => ({
  saved: await caches.open(savedCache(userId)),
  media: await caches.open(mediaCache(userId)),
});

export const removeSaved = (userId: string, name: SavedName): Promise<boolean> =>
  orElse(async () => (await caches.open(savedCache(userId))).delete(savedAddress(name)), false);

/** Everything of one kind that was taken along. */
export async function listSaved<T>(userId: string, kind: 'course' | 'questions' | 'law'): Promise<T[]> {
  if (!(await readOwner(userId))) return [];
  return orElse(async () => {
    const cache = await caches.open(savedCache(userId));
    const entries = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(`/kept/${kind}/`));
    const found = await Promise.all(entries.map((entry) => cache.match(entry)));
    return Promise.all(found.flatMap((one) => (one ? [one.json() as Promise<T>] : [])));
  }, []);
}
