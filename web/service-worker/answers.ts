import { CACHED_AT, CACHED_BY, OWNER } from '#web/lib/cache-names.ts';
import { confirmOwner, forgetAll, type OwnerCache, openOwnerCache } from './owner.ts';
import type { WorkerWorld } from './world.ts';

/** Of a person's reading, beside what was downloaded on purpose; the oldest go first. */
const MOST_READ = 400;
/** One answer, or one picture, of so many bytes is kept. */
const MOST_BYTES = 3_000_000;

export const SESSION = '/api/auth/user';

/** From the network, always; what it last said where there is none. Never an error in place of an answer. */
export async function answerCall(world: WorkerWorld, request: Request): Promise<Response> {
  let answer: Response;
  try {
    answer = await world.fetch(request);
  } catch (error) {
    const kept = await openOwnerCache(world);
    const copy = (await kept?.read.match(request.url)) ?? (await kept?.saved.match(request.url));
    if (copy) return copy;
    throw error;
  }
  // The page has its answer; what is kept of it is behind.
  const copy = answer.clone();
  world.behind(() => takeNote(world, request.url, copy));
  return answer;
}

async function takeNote(world: WorkerWorld, url: string, answer: Response): Promise<void> {
  const { pathname } = new URL(url);
  // Everybody's copies: the session is gone, whoever ended it.
  if (answer.status === 401) return forgetAll(world);
  if (pathname === SESSION && answer.status === 200) {
    const user = (await answer.clone().json()) as { id: string; role: string };
    // Only a student's reading is kept; the office and authors have the files alone.
    if (user.role !== 'student') return forgetAll(world);
    if (world.isCurrent()) await confirmOwner(world, user.id);
  }
  const kept = await openOwnerCache(world);
  if (!kept || !world.isCurrent()) return;
  if (answer.status === 403 || answer.status === 404) {
    // No longer for this person, or gone: the copy goes as well.
    await Promise.all([kept.read.delete(url), kept.saved.delete(url)]);
    return;
  }
  if (answer.status === 200 && Number(answer.headers.get('content-length') ?? 0) <= MOST_BYTES) {
    await storeCopy(world, kept, url, answer, MOST_READ);
  }
}

/** Puts a copy in; the oldest ones make room. A device without room goes on without. */
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
  // Of the bytes on the wire, which are read by now.
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name);
  const copy = new Response(await answer.arrayBuffer(), { status: 200, headers });
  try {
    await read.delete(url);
    await read.put(url, copy);
    const entries = (await read.keys()).filter((entry) => new URL(entry.url).pathname !== OWNER);
    for (const oldest of entries.slice(0, Math.max(0, entries.length - most))) await read.delete(oldest);
  } catch {
    // Full, or evicted while it was written: what is kept is a convenience, what is unsent lies elsewhere.
  }
}
