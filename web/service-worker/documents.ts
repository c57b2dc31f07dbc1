import { FIRST_SCREEN_ID, type FirstScreen } from '#contract/first-screen.ts';
import { CACHED_BY } from '#web/lib/cache-names.ts';
import { SESSION, storeCopy } from './answers.ts';
import { cachedShell } from './files.ts';
import { confirmOwner, forgetAll, openOwnerCache } from './owner.ts';
import { isCacheableDocument } from './requests.ts';
import type { WorkerWorld } from './world.ts';

/** Documents and answers share a cache, and these are the longest. */
const MOST_READ = 400;

const opening = `<script type="application/json" id="${FIRST_SCREEN_ID}">`;

/** A reload asks for what is there now; opening an address again begins with what was there. */
const wantsFresh = ({ cache }: Request) => cache === 'no-cache' || cache === 'reload';

/** The document of last time at once, where the same person is logged in; else the network's, else the shell. */
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

/** Made by this build: the files that it names are there. */
async function cachedDocument(world: WorkerWorld, url: string): Promise<Response | null> {
  if (!isCacheableDocument(new URL(url).pathname)) return null;
  const copy = await (await openOwnerCache(world))?.read.match(documentKey(url));
  return copy?.headers.get(CACHED_BY) === world.build.version ? copy : null;
}

/** Beside the answers, under an address that no call has. */
const documentKey = (url: string) => {
  const { pathname, search } = new URL(url);
  return `/kept-document${pathname}${search}`;
};

/** From the server, and kept for the next time. */
export async function freshDocument(world: WorkerWorld, request: Request): Promise<Response> {
  const answer = await world.fetch(request);
  if (answer.status === 200 && !answer.redirected && isCacheableDocument(new URL(request.url).pathname)) {
    const copy = answer.clone();
    world.behind(() => takeDocument(world, request.url, copy));
  }
  return answer;
}

/** The first page of all was there before its worker: its document is asked for once more, so that the next visit has it. */
export async function cachePassedDocument(world: WorkerWorld, url: string): Promise<void> {
  if (!isCacheableDocument(new URL(url).pathname) || (await cachedDocument(world, url))) return;
  const answer = await world.fetch(url, { headers: { accept: 'text/html' }, priority: 'low' });
  if (answer.status === 200 && !answer.redirected) await takeDocument(world, url, answer);
}

async function takeDocument(world: WorkerWorld, url: string, answer: Response): Promise<void> {
  const html = await answer.text();
  const screen = screenOf(html);
  // The landing page, which has no script, is for who is not signed in; a shell without a screen says nothing.
  if (!screen) return html.includes('type="module"') ? undefined : forgetAll(world);
  // Nobody is signed in any more, or somebody whose reading is not kept.
  if (screen.user?.role !== 'student') return forgetAll(world);
  if (!world.isCurrent()) return;
  const kept = await confirmOwner(world, screen.user.id);
  // The shell asks who it is for; a document that brings it never does.
  const who = new Response(JSON.stringify(screen.user), { headers: { 'content-type': 'application/json' } });
  await storeCopy(world, kept, new URL(SESSION, url).href, who, MOST_READ);
  // Of another build than this worker: its files are not among those that are kept.
  if (!world.build.files.some((file) => html.includes(`src="${file}"`))) return;
  const marked = html.replace(opening, opening.replace('>', ` data-kept="${new Date(world.now()).toISOString()}">`));
  await storeCopy(world, kept, documentKey(url), new Response(marked, { headers: answer.headers }), MOST_READ);
}

function screenOf(html: string): FirstScreen | null {
  const from = html.indexOf(opening);
  const until = html.indexOf('</script>', from);
  return from < 0 || until < 0 ? null : (JSON.parse(html.slice(from + opening.length, until)) as FirstScreen);
}
