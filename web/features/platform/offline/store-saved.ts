import { mediaCache, savedCache } from '#web/lib/cache-names.ts';
import { cacheOf } from '#web/lib/saved-courses.ts';
import { openSaved, readOwner, type SavedName, savedAddress } from './saved.ts';

/** The device is full, or the browser cannot store data here. */
export class StorageFullError extends Error {}

/** The person has signed out here, perhaps in another tab, while a download was running. */
export class SignedOutError extends Error {}

/**
 * Stores one entry of a download. A sign-out deletes the caches of the person, and writing to one would create it
 * again: the owner is checked before the write and after it.
 */
export async function storeSaved(userId: string, address: string, body: Response): Promise<void> {
  if (!(await readOwner(userId))) throw new SignedOutError('Nobody is signed in here.');
  try {
    await cacheOf(await openSaved(userId), address).put(address, body);
  } catch (cause) {
    throw new StorageFullError('The storage is full.', { cause });
  }
  if (await readOwner(userId)) return;
  for (const name of [savedCache(userId), mediaCache(userId)]) await caches.delete(name);
  throw new SignedOutError('Nobody is signed in here.');
}

const json = (value: unknown) =>
  new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json' } });

export const storeJson = (userId: string, address: string, value: unknown): Promise<void> =>
  storeSaved(userId, address, json(value));

export const writeSaved = (userId: string, name: SavedName, value: unknown): Promise<void> =>
  storeJson(userId, savedAddress(name), value);
