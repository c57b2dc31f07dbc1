import { del, keys } from 'idb-keyval';
import { clearCachedCopies } from './cached-copies.ts';
import { orElse } from './or-else.ts';
import { unsubscribeBrowser } from './push-browser.ts';

const PREFIX = 'alvorada';

/**
 * The key of an entry of one user in this browser (localStorage or idb-keyval). Entries that are not sent to the server
 * yet are named `unsent:…`: the logout asks before they are deleted.
 */
export const localKey = (userId: string, name: string) => `${PREFIX}:${userId}:${name}`;

/** Entries that localStorage refused: they last as long as the page. See stored-drafts.ts. */
export const unstored = new Map<string, string>();

/** Without localStorage, only the entries of this page. */
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

/** Whether this user has entries that exist only in this browser. */
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
