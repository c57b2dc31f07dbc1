import { SHELL_PATH } from '#contract/first-screen.ts';
import type { Build, WorkerScope } from './scope.ts';

/** One cache for the files of all builds: a name carries the hash of its content, and never means another file. */
const FILES = 'alvorada-files';
/** Its entry about itself: no file has this address. */
const RECORD = '/kept-files';

/** Pages that were open when this build came. As long as one is, it may ask for files of its own build. */
type FilesRecord = { version: string; oldPages: string[] };

/** At once: the screen in view has the line first. */
const AT_A_TIME = 2;

type World = Pick<WorkerScope, 'caches' | 'clients' | 'fetch'>;

/** From what is kept, else from the server, and then kept. A failure is handed on as it is, and never kept. */
export async function answerFile({ caches, fetch }: World, request: Request): Promise<Response> {
  const cache = await caches.open(FILES);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200) await putQuietly(cache, request.url, answer.clone());
  return answer;
}

/** A device without room goes on without: the file comes from the network. */
async function putQuietly(cache: Cache, url: string, answer: Response): Promise<void> {
  try {
    await cache.put(url, answer);
  } catch {
    // Full, or evicted while it was written.
  }
}

/**
 * The app without a screen, of the same build. A server that has moved on already answers with another's: that one is
 * left to the worker that comes with it.
 */
async function fetchShell({ caches, fetch }: World, { files }: Build): Promise<void> {
  const answer = await fetch(SHELL_PATH);
  const html = answer.status === 200 ? await answer.text() : '';
  if (!files.some((file) => html.includes(`src="${file}"`))) return;
  const headers = { 'content-type': answer.headers.get('content-type') ?? '', ...policyOf(answer) };
  await (await caches.open(FILES)).put(SHELL_PATH, new Response(html, { headers }));
}

/** What a document may do is as true of its copy. */
const policyOf = ({ headers }: Response) =>
  Object.fromEntries(
    ['content-security-policy', 'permissions-policy', 'referrer-policy', 'x-content-type-options', 'x-frame-options']
      .map((name) => [name, headers.get(name) ?? ''])
      .filter(([, value]) => value !== ''),
  );

export async function cachedShell({ caches }: Pick<World, 'caches'>, { files }: Build): Promise<Response | null> {
  const cache = await caches.open(FILES);
  const shell = await cache.match(SHELL_PATH);
  if (!shell) return null;
  const html = await shell.clone().text();
  return files.some((file) => html.includes(`src="${file}"`)) ? shell : null;
}

/** Fetches what of this build is not there yet. Fails where a file does not come or cannot be kept. */
export async function fetchFiles(world: World, build: Build): Promise<void> {
  const { caches, fetch } = world;
  const { files } = build;
  const cache = await caches.open(FILES);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = files.filter((file) => !kept.has(file));
  const next = async (): Promise<void> => {
    for (let file = missing.shift(); file !== undefined; file = missing.shift()) {
      const answer = await fetch(file, { priority: 'low' });
      if (answer.status !== 200) throw new Error(`${file}: ${answer.status}`);
      await cache.put(file, answer);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, next));
  await fetchShell(world, build);
}

/** This build is in force now: what other builds left stays for the pages that are open at this moment. */
export async function beginBuild({ caches, clients }: World, { version }: Build): Promise<void> {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const record: FilesRecord = { version, oldPages: pages.map(({ id }) => id) };
  await putQuietly(await caches.open(FILES), RECORD, new Response(JSON.stringify(record)));
}

/** Removes the files of builds that no open page was begun with. */
export async function dropOldFiles({ caches, clients }: World, { version, files }: Build): Promise<void> {
  const cache = await caches.open(FILES);
  const record = (await (await cache.match(RECORD))?.json()) as FilesRecord | undefined;
  if (record?.version !== version) return;
  const open = new Set((await clients.matchAll({ type: 'window', includeUncontrolled: true })).map(({ id }) => id));
  if (record.oldPages.some((id) => open.has(id))) return;
  const ours = new Set([...files, RECORD, SHELL_PATH]);
  for (const request of await cache.keys()) {
    if (!ours.has(new URL(request.url).pathname)) await cache.delete(request);
  }
}
