import { SHELL_PATH } from '#contract/first-screen.ts';
import type { Build, WorkerScope } from './scope.ts';

/** One cache for the files of all builds: a name contains the hash of its content, so it never means another file. */
const FILES = 'alvorada-files';
/** The entry with the record of this cache: no file has this address. */
const RECORD = '/kept-files';

/** Pages that were open when this build was activated. While one is open, it may request files of its build. */
type FilesRecord = { version: string; oldPages: string[] };

/** Concurrent downloads: the visible screen has priority. */
const AT_A_TIME = 2;

type World = Pick<WorkerScope, 'caches' | 'clients' | 'fetch'>;

/** Cache first; otherwise fetched and cached. A failure is returned as it is and never cached. */
export async function answerFile({ caches, fetch }: World, request: Request): Promise<Response> {
  const cache = await caches.open(FILES);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200) await putQuietly(cache, request.url, answer.clone());
  return answer;
}

/** Ignores a full device: the file is then fetched from the network. */
async function putQuietly(cache: Cache, url: string, answer: Response): Promise<void> {
  try {
    await cache.put(url, answer);
  } catch {
    // Full, or evicted while it was written.
  }
}

/**
 * Caches the app shell (no screen) of this build. After a deploy the server may answer with the shell of another build:
 * that one is left to the worker of that build.
 */
async function fetchShell({ caches, fetch }: World, { files }: Build): Promise<void> {
  const answer = await fetch(SHELL_PATH);
  const html = answer.status === 200 ? await answer.text() : '';
  if (!files.some((file) => html.includes(`src="${file}"`))) return;
  const headers = { 'content-type': answer.headers.get('content-type') ?? '', ...policyOf(answer) };
  await (await caches.open(FILES)).put(SHELL_PATH, new Response(html, { headers }));
}

/** The copy of a document keeps its security headers. */
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

/** Fetches the files of this build that are not cached yet. Throws when a file cannot be fetched or stored. */
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

/** This build is active now: files of other builds stay for the pages that are open at this moment. */
export async function beginBuild({ caches, clients }: World, { version }: Build): Promise<void> {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const record: FilesRecord = { version, oldPages: pages.map(({ id }) => id) };
  await putQuietly(await caches.open(FILES), RECORD, new Response(JSON.stringify(record)));
}

/** Removes the files of other builds, once no page from before this build is open. */
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
