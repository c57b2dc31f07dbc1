import { FIRST_SCREEN_ID, type FirstScreen } from '#contract/first-screen.ts';
import { CACHED_BY } from '#web/lib/cache-names.ts';
import { SESSION, storeCopy } from './answers.ts';
import { cachedShell } from './files.ts';
import { confirmOwner, forgetAll, openOwnerCache } from './owner.ts';
import { isCacheableDocument } from './requests.ts';
import type { WorkerWorld } from './world.ts';

/** Documents and responses share a cache, and documents are the largest entries. */
const MOST_READ = 400;

const opening = `<script type="application/json" id="${FIRST_SCREEN_ID}">`;

/** A reload requests the current document; any other navigation starts from the cached one. */
const wantsFresh = ({ cache }: Request) => cache === 'no-cache' || cache === 'reload';

/** The cached document at once, if its owner is logged in; otherwise the network; otherwise the shell. */
export async function answerDocument(world: WorkerWorld, request: Request): Promise<Response> {
  const kept = wantsFresh(request) ? null : await cachedDocument(world, request.url);
  if (kept) return kept;
  try {
    return await freshDocument(world, request);
  } catch (error) {
    const fallback = (await cachedDocument(world, request.url)) ?? (await cachedShell(world, world.build));
    if (fallback) return fallback;
    throw error;
  }
}

/** The cached document, only if this build made it: the files that it names are cached. */
async function cachedDocument(world: WorkerWorld, url: string): Promise<Response | null> {
  if (!isCacheableDocument(new URL(url).pathname)) return null;
  const copy = await (await openOwnerCache(world))?.read.match(documentKey(url));
  return copy?.headers.get(CACHED_BY) === world.build.version ? copy : null;
}

/** The key of a document in the cache of responses: no call has this path. */
const documentKey = (url: string) => {
  const { pathname, search } = new URL(url);
  return `/kept-document${pathname}${search}`;
};

/** Fetches the document and caches it for the next visit. */
export async function freshDocument(world: WorkerWorld, request: Request): Promise<Response> {
  const answer = await world.fetch(request);
  if (answer.status === 200 && !answer.redirected && isCacheableDocument(new URL(request.url).pathname)) {
    const copy = answer.clone();
    world.behind(() => takeDocument(world, request.url, copy));
  }
  return answer;
}

/**
 * The first page loads before its worker starts: its document is fetched again, so that the next visit finds it cached.
 */
export async function cachePassedDocument(world: WorkerWorld, url: string): Promise<void> {
  if (!isCacheableDocument(new URL(url).pathname) || (await cachedDocument(world, url))) return;
  const answer = await world.fetch(url, { headers: { accept: 'text/html' }, priority: 'low' });
  if (answer.status === 200 && !answer.redirected) await takeDocument(world, url, answer);
}

async function takeDocument(world: WorkerWorld, url: string, answer: Response): Promise<void> {
  const html = await answer.text();
  const screen = screenOf(html);
  // The landing page has no script and is shown without a session. A shell without a screen says nothing about it.
  if (!screen) return html.includes('type="module"') ? undefined : forgetAll(world);
  // The session has ended, or belongs to a role whose reading is not cached.
  if (screen.user?.role !== 'student') return forgetAll(world);
  if (!world.isCurrent()) return;
  const kept = await confirmOwner(world, screen.user.id);
  // The shell requests the current user; a document that embeds the user never does.
  const who = new Response(JSON.stringify(screen.user), { headers: { 'content-type': 'application/json' } });
  await storeCopy(world, kept, new URL(SESSION, url).href, who, MOST_READ);
  // The document is of another build than this worker: its files are not cached.
  if (!world.build.files.some((file) => html.includes(`src="${file}"`))) return;
  const marked = html.replace(opening, opening.replace('>', ` data-kept="${new Date(world.now()).toISOString()}">`));
  await storeCopy(world, kept, documentKey(url), new Response(marked, { headers: answer.headers }), MOST_READ);
}

function screenOf(html: string): FirstScreen | null {
  const from = html.indexOf(opening);
  const until = html.indexOf('</script>', from);
  return from < 0 || until < 0 ? null : (JSON.parse(html.slice(from + opening.length, until)) as FirstScreen);
}
