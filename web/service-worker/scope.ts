/**
 * The part of the service worker API that this worker uses, typed by hand: one TypeScript project knows the types of
 * pages or of workers, not both. Tests pass a fake instead.
 */
export type Extendable = { waitUntil(work: Promise<unknown>): void };

export type FetchEvent = Extendable & {
  request: Request;
  respondWith(answer: Promise<Response>): void;
};

export type PageClient = { id: string; url: string; postMessage(message: unknown): void };

export type MessageFromPage = Extendable & { data: unknown; source: PageClient | null };

type Listen = {
  (kind: 'install' | 'activate', listener: (event: Extendable) => void): void;
  (kind: 'fetch', listener: (event: FetchEvent) => void): void;
  (kind: 'message', listener: (event: MessageFromPage) => void): void;
};

export type WorkerScope = {
  addEventListener: Listen;
  caches: CacheStorage;
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly PageClient[]>;
    claim(): Promise<void>;
  };
  registration: Pick<ServiceWorkerRegistration, 'update' | 'installing' | 'waiting' | 'active'>;
  skipWaiting(): Promise<void>;
  location: { origin: string };
  fetch(request: Request | string, init?: RequestInit): Promise<Response>;
};

/** What the build writes into the worker (scripts/build-worker.ts). */
export type Build = { version: string; files: readonly string[] };
