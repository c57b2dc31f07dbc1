import type { PageMessage, WorkerMessage } from '#web/lib/worker-messages.ts';
import { answerCall } from './answers.ts';
import { answerDocument, cachePassedDocument, freshDocument } from './documents.ts';
import { answerDownload, answerMedia } from './downloads.ts';
import { answerFile, beginBuild, dropOldFiles, fetchFiles } from './files.ts';
import { forgetAll } from './owner.ts';
import { kindOf, type RequestKind } from './requests.ts';
import type { Build, PageClient, WorkerScope } from './scope.ts';
import type { WorkerWorld } from './world.ts';

const answers = {
  file: answerFile,
  document: answerDocument,
  'fresh-document': freshDocument,
  answer: answerCall,
  download: answerDownload,
  media: answerMedia,
} satisfies Record<NonNullable<RequestKind>, (world: WorkerWorld, request: Request) => Promise<Response>>;

/** Registers the event handlers of the worker (decision 251). */
export function startWorker(scope: WorkerScope, build: Build, now: () => number = Date.now): void {
  scope.addEventListener('install', (event) => event.waitUntil(install(scope, build)));
  scope.addEventListener('activate', (event) => event.waitUntil(activate(scope, build)));
  let epoch = 0;
  let fetching: Promise<void> | null = null;
  /** Several pages may be ready at once: the build is fetched only once. */
  const fetchBuild = () => {
    fetching ??= fetchFiles(scope, build).finally(() => {
      fetching = null;
    });
    return fetching;
  };
  const worldNow = (behind: Promise<void>[]): WorkerWorld => {
    const begun = epoch;
    return {
      caches: scope.caches,
      clients: scope.clients,
      fetch: (asked, init) => scope.fetch(asked, init),
      build,
      now,
      isCurrent: () => epoch === begun,
      behind: (work) => behind.push(work()),
    };
  };
  scope.addEventListener('fetch', (event) => {
    const { request } = event;
    const kind = kindOf(request, scope.location.origin);
    if (kind === null) return;
    const behind: Promise<void>[] = [];
    const answer = answers[kind](worldNow(behind), request);
    event.respondWith(answer);
    event.waitUntil(answer.then(() => Promise.all(behind)).catch(() => undefined));
  });
  scope.addEventListener('message', (event) => {
    const message = event.data as PageMessage;
    if (message.kind === 'ready' && event.source) {
      event.waitUntil(meetPage(scope, worldNow([]), event.source, message, fetchBuild));
    }
    if (message.kind === 'forget') {
      epoch += 1;
      event.waitUntil(forgetAll(scope));
    }
  });
}

/**
 * The first worker installs at once; its files are fetched when the page is ready. A worker that replaces another
 * fetches all files first, so that going offline meanwhile never leaves half a build.
 */
async function install(scope: WorkerScope, build: Build): Promise<void> {
  if (scope.registration.active) await fetchFiles(scope, build);
  // Safe while pages of the previous build are open: their files stay cached until they are closed.
  await scope.skipWaiting();
}

async function activate(scope: WorkerScope, build: Build): Promise<void> {
  await beginBuild(scope, build);
  await scope.clients.claim();
}

/** Called when a page has rendered its first screen: the connection is free. */
async function meetPage(
  scope: WorkerScope,
  world: WorkerWorld,
  page: PageClient,
  { entry, passed }: Extract<PageMessage, { kind: 'ready' }>,
  fetchBuild: () => Promise<void>,
): Promise<void> {
  const { build } = world;
  // The page may have loaded while this worker started, and have no controller yet.
  await scope.clients.claim();
  if (!build.files.includes(entry)) {
    // The page is of another build: a newer one, whose worker is about to install, or an older one.
    await scope.registration.update();
    if (!scope.registration.installing && !scope.registration.waiting) postToPages(page, { kind: 'new-version' });
    return;
  }
  await fetchBuild();
  await dropOldFiles(scope, build);
  if (passed) await cachePassedDocument(world, passed);
}

const postToPages = (page: PageClient, message: WorkerMessage) => page.postMessage(message);
