import { del, keys } from 'idb-keyval';
import { clearCachedCopies } from './cached-copies.ts';
import { orElse } from './or-else.ts';
import { unsubscribeBrowser } from './push-browser.ts';

const PREFIX = 'alvorada';

/**
 * The name of something kept in this browser for one user (localStorage or idb-keyval). What still waits to be sent
 * to the server is named `unsent:…`: logging out asks before it is thrown away.
 */
export const localKey = (userId: string, name: string) => `${PREFIX}:${userId}:${name}`;

/** What localStorage would not take: it lives as long as the page does. See stored-drafts.ts. */
export const unstored = new Map<string, string>();

/** None where localStorage is forbidden. */
export function localKeys(): string[] {
  try {
    return [...unstored.keys(), ...Object.keys(localStorage)];
  } catch {
    return [...unstored.keys()];
  }
}

async function keysOf(userId: string): Promise<{ local: string[]; indexed: string[] }> {
  const own = (key: unknown): key is string => typeof key === 'string' && key.startsWith(localKey(userId, ''));
  const indexed = await orElse(() => keys<string>(), []);
  return { local: localKeys().filter(own), indexed: indexed.filter(own) };
}

/** Whether something of this user exists only here. */
export async function hasUnsent(userId: string): Promise<boolean> {
  const { local, indexed } = await keysOf(userId);
  return [...local, ...indexed].some((key) => key.startsWith(localKey(userId, 'unsent:')));
}

export async function clearLocalData(userId: string): Promise<void> {
  const { local, indexed } = await keysOf(userId);
  for (const key of local) if (!unstored.delete(key)) localStorage.removeItem(key);
  await Promise.all(indexed.map((key) => del(key)));
  await clearCachedCopies();
  await orElse(unsubscribeBrowser, undefined);
}
