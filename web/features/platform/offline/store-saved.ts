import type { getAttachment } from '#contract/content/attachments.ts';
import type { getRecordingFile } from '#contract/content/recordings.ts';
import type { getImage } from '#contract/platform/media.ts';
import { ApiError, isRefused } from '#web/lib/api.ts';
import { mediaCache, savedCache } from '#web/lib/cache-names.ts';
import { cacheOf } from '#web/lib/saved-courses.ts';
import { openSaved, readOwner, type SavedName, savedAddress } from './saved.ts';

/** The device is full. */
export class StorageFullError extends Error {}

/** The person has signed out here, perhaps in another tab, while a download was running. */
export class SignedOutError extends Error {}

/** The course was removed from the device, or chosen differently, while it was downloaded or renewed. */
export class RemovedError extends Error {}

const isFull = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError';

/** The server does not list a rendition that the course named when the download began. */
export class AbsentFileError extends Error {}

/** The server no longer has it. */
export const isAbsent = (error: unknown): boolean =>
  error instanceof AbsentFileError ||
  isRefused<typeof getAttachment | typeof getImage | typeof getRecordingFile>(error, 'not_found');

/** Stores something that the download can do without. False: the server no longer has it. */
export async function unlessAbsent(store: () => Promise<void>): Promise<boolean> {
  try {
    await store();
    return true;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

/** The body of an answer. A network that is lost while it comes is reported like one that was lost before. */
export async function readBody(answer: Response): Promise<Blob> {
  try {
    return await answer.blob();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, 'A conexão caiu no meio de um arquivo.', null);
  }
}

/** Reads the body first: what fails while it comes is no failure of the storage. */
async function completeCopy(answer: Response): Promise<Response> {
  const headers = new Headers(answer.headers);
  // These headers describe the encoded body, which is decoded here.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return new Response(await readBody(answer), { headers });
}

/**
 * Stores one entry of a download. A sign-out deletes the caches of the person, and writing to one would create it
 * again: the owner is checked before the write and after it.
 */
export async function storeSaved(userId: string, address: string, answer: Response): Promise<void> {
  const copy = await completeCopy(answer);
  if (!(await readOwner(userId))) throw new SignedOutError('Nobody is signed in here.');
  try {
    await cacheOf(await openSaved(userId), address).put(address, copy);
  } catch (cause) {
    if (!isFull(cause)) throw cause;
    throw new StorageFullError('The storage is full.', { cause });
  }
  if (await readOwner(userId)) return;
  for (const name of [savedCache(userId), mediaCache(userId)]) await caches.delete(name);
  throw new SignedOutError('Nobody is signed in here.');
}

export const jsonResponse = (value: unknown) =>
  new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json' } });

export const writeSaved = (userId: string, name: SavedName, value: unknown): Promise<void> =>
  storeSaved(userId, savedAddress(name), jsonResponse(value));
