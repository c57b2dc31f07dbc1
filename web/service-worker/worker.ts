import type { PageMessage, WorkerMessage } from '#web/lib/worker-messages.ts';
import { answerCall } from './answers.ts';
import { answerDocument, cachePassedDocument, freshDocument } from './documents.ts';
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
} satisfies Record<NonNullable<RequestKind>, (world: WorkerWorld, request: Request) => Promise<Response>>;

/** Puts the worker's work to its events (decision 251). */
export function startWorker(scope: WorkerScope, build: Build, now: () => number = Date.now): void {
  scope.addEventListener('install', (event) => event.waitUntil(install(scope, build)));
  scope.addEventListener('activate', (event) => event.waitUntil(activate(scope, build)));
  let epoch = 0;
  let fetching: Promise<void> | null = null;
  /** Several pages may be ready at once: the build is fetched once. */
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
 * The first one is there at once, and its files come when the page says that it is ready. One that takes the place of
 * another has everything before it does, so that nobody who goes offline meanwhile stands there with half a build.
 */
async function install(scope: WorkerScope, build: Build): Promise<void> {
  if (scope.registration.active) await fetchFiles(scope, build);
  // Safe beside pages of the build before: their files stay until they are gone.
  await scope.skipWaiting();
}

async function activate(scope: WorkerScope, build: Build): Promise<void> {
  await beginBuild(scope, build);
  await scope.clients.claim();
}

/** A page has drawn its first screen: the line is free. */
async function meetPage(
  scope: WorkerScope,
  world: WorkerWorld,
  page: PageClient,
  { entry, passed }: Extract<PageMessage, { kind: 'ready' }>,
  fetchBuild: () => Promise<void>,
): Promise<void> {
  const { build } = world;
  // It may have been on its way when this worker began, and have none yet.
  await scope.clients.claim();
  if (!build.files.includes(entry)) {
    // Of another build: of a newer one, whose worker is on its way, or of an older one.
    await scope.registration.update();
    if (!scope.registration.installing && !scope.registration.waiting) postToPages(page, { kind: 'new-version' });
    return;
  }
  await fetchBuild();
  await dropOldFiles(scope, build);
  if (passed) await cachePassedDocument(world, passed);
}

const postToPages = (page: PageClient, message: WorkerMessage) => page.postMessage(message);
