import type { User } from '#contract/platform/users.ts';
import { HOUR_MS } from '#contract/time.ts';
import { announceNewVersion } from './new-version.ts';
import { school } from './school.ts';
import { whenIdle } from './when-idle.ts';
import type { PageMessage, WorkerMessage } from './worker-messages.ts';

/** A browser checks for a new worker when a page loads; an installed app may stay open for days. */
const UPDATE_CHECK_MS = HOUR_MS;

/** The path of the entry script of this page: it identifies the build. */
const entryOf = (page: Document) => {
  const source = page.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;
  return source ? new URL(source).pathname : null;
};

/** The address of this page's document when it bypassed the worker: on the first visit, or after a hard reload. */
function passedWorker(): string | null {
  const [came] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return came?.workerStart === 0 ? came.name : null;
}

/** Notifies the worker that the first screen is rendered and the connection is free. */
function sayReady(worker: ServiceWorker | null, role: User['role']): void {
  const entry = entryOf(document);
  if (entry === null) return;
  // Only what a student reads is cached (decision 251).
  const message: PageMessage = { kind: 'ready', entry, passed: role === 'student' ? passedWorker() : null };
  worker?.postMessage(message);
}

/** The registered worker, once it has activated. */
async function untilActive({ ready }: ServiceWorkerContainer): Promise<ServiceWorker | null> {
  const { active } = await ready;
  if (active?.state === 'activating') {
    await new Promise((resolve) => active.addEventListener('statechange', resolve, { once: true }));
  }
  return active;
}

/** Registers the service worker when the browser is idle. The app works without one, too. */
export function startServiceWorker({ role }: Pick<User, 'role'>): void {
  const { serviceWorker } = navigator;
  // Missing without HTTPS, in some private windows, and where the operator has switched it off.
  if (!serviceWorker || !school.hasWorker) return;
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
    if (data.kind === 'new-version') announceNewVersion();
  });
  // Another worker took control: it checks whether this page is of its build.
  serviceWorker.addEventListener('controllerchange', () => sayReady(serviceWorker.controller, role));
  whenIdle(async () => {
    sayReady(serviceWorker.controller, role);
    let registration: ServiceWorkerRegistration | undefined;
    try {
      registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    } catch {
      // Refused, or no network: the next page tries again.
      return;
    }
    // A page that was loading when the worker activated has no controller yet.
    void untilActive(serviceWorker).then((active) => {
      if (!serviceWorker.controller) sayReady(active, role);
    });
    let lookedAt = Date.now();
    document.addEventListener('visibilitychange', () => {
      if (document.hidden || Date.now() - lookedAt < UPDATE_CHECK_MS) return;
      lookedAt = Date.now();
      registration?.update().catch(() => undefined);
    });
  });
}
