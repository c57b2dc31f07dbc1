import { CACHED_AT, CACHED_BY, OWNER } from '#web/lib/cache-names.ts';
import { confirmOwner, forgetAll, type OwnerCache, openDownloads, openOwnerCache } from './owner.ts';
import type { WorkerWorld } from './world.ts';

/** The most responses cached for one person, apart from downloads; the oldest are evicted first. */
const MOST_READ = 400;
/** Larger responses and pictures are not cached. */
const MOST_BYTES = 3_000_000;

export const SESSION = '/api/auth/user';

/** Network first; without a network the cached copy. An error status of the server is returned as it is. */
export async function answerCall(world: WorkerWorld, request: Request): Promise<Response> {
  let answer: Response;
  try {
    answer = await world.fetch(request);
  } catch (error) {
    const kept = await openDownloads(world);
    const copy = (await kept?.read.match(request.url)) ?? (await kept?.saved.match(request.url));
    if (copy) return copy;
    throw error;
  }
  // The page has its response; caching runs in the background.
  const copy = answer.clone();
  world.behind(() => takeNote(world, request.url, copy));
  return answer;
}

/** Access was withdrawn, or the content is gone: the copies are deleted as well. */
export async function dropRefused(kept: OwnerCache, url: string, { status }: Response): Promise<boolean> {
  if (status !== 403 && status !== 404) return false;
  await Promise.all([kept.read.delete(url), kept.saved.delete(url), kept.media.delete(url)]);
  return true;
}

/** A 401 deletes the copies of every person: the session is gone, however it ended. */
async function takeNote(world: WorkerWorld, url: string, answer: Response): Promise<void> {
  const { pathname } = new URL(url);
  if (answer.status === 401) return forgetAll(world);
  if (pathname === SESSION && answer.status === 200) {
    const user = (await answer.clone().json()) as { id: string; role: string };
    // Only what a student reads is cached; for the office and authors only files are.
    if (user.role !== 'student') return forgetAll(world);
    if (world.isCurrent()) await confirmOwner(world, user.id);
  }
  const kept = await openOwnerCache(world);
  if (!kept || !world.isCurrent()) return;
  if (await dropRefused(kept, url, answer)) return;
  if (answer.status === 200 && Number(answer.headers.get('content-length') ?? 0) <= MOST_BYTES) {
    await storeCopy(world, kept, url, answer, MOST_READ);
  }
}

/** Stores a copy and evicts the oldest ones. Ignores a full device. */
export async function storeCopy(
  world: WorkerWorld,
  { read }: OwnerCache,
  url: string,
  answer: Response,
  most: number,
): Promise<void> {
  const headers = new Headers(answer.headers);
  headers.set(CACHED_AT, new Date(world.now()).toISOString());
  headers.set(CACHED_BY, world.build.version);
  // These headers describe the encoded body, which is decoded here.
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name);
  const copy = new Response(await answer.arrayBuffer(), { status: 200, headers });
  try {
    await read.delete(url);
    await read.put(url, copy);
    const entries = (await read.keys()).filter((entry) => new URL(entry.url).pathname !== OWNER);
    for (const oldest of entries.slice(0, Math.max(0, entries.length - most))) await read.delete(oldest);
  } catch {
    // The storage is full, or was evicted during the write. The cache is optional; unsent work is stored elsewhere.
  }
}
