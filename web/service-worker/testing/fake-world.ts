import type { Build, Extendable, FetchEvent, MessageFromPage, PageClient, WorkerScope } from '../scope.ts';

export const ORIGIN = 'https://escola.example';

const absolute = (asked: string | { url: string }) =>
  new URL(typeof asked === 'string' ? asked : asked.url, ORIGIN).href;

/** What a cache of the browser is, without a browser. `room` is how many answers it takes before it is full. */
export function fakeCaches(room = { left: Number.POSITIVE_INFINITY }) {
  const all = new Map<string, Map<string, { body: ArrayBuffer; headers: [string, string][]; status: number }>>();
  const open = async (name: string) => {
    const entries = all.get(name) ?? new Map();
    all.set(name, entries);
    return {
      match: async (asked: RequestInfo) => {
        const found = entries.get(absolute(asked));
        return found && new Response(found.body.slice(0), { status: found.status, headers: found.headers });
      },
      put: async (asked: RequestInfo, answer: Response) => {
        if (room.left <= 0) throw new DOMException('Full.', 'QuotaExceededError');
        room.left -= 1;
        const body = await answer.arrayBuffer();
        entries.set(absolute(asked), { body, headers: [...answer.headers], status: answer.status });
      },
      delete: async (asked: RequestInfo) => entries.delete(absolute(asked)),
      keys: async () => [...entries.keys()].map((url) => ({ url })),
    };
  };
  const caches = {
    open,
    has: async (name: string) => all.has(name),
    delete: async (name: string) => all.delete(name),
    keys: async () => [...all.keys()],
    match: async () => undefined,
  };
  return { caches: caches as unknown as CacheStorage, all };
}

type Listeners = {
  install: (event: Extendable) => void;
  activate: (event: Extendable) => void;
  fetch: (event: FetchEvent) => void;
  message: (event: MessageFromPage) => void;
};

/** A network of addresses and their answers; what is not in it is a 404, and null is no network. */
export type FakeNetwork = { answers: Map<string, () => Response>; isThere: boolean; asked: string[] };

export function fakeNetwork(answers: Record<string, string> = {}): FakeNetwork {
  const entries = Object.entries(answers).map(([path, body]) => [path, () => new Response(body)] as const);
  return { answers: new Map(entries), isThere: true, asked: [] };
}

type WorldParts = {
  network: FakeNetwork;
  caches?: CacheStorage;
  pages?: PageClient[];
};

/** A browser's world around one worker: `dispatch` waits for all that the event leads to. */
export function fakeWorld(start: (scope: WorkerScope, build: Build) => void, build: Build, parts: WorldParts) {
  const listeners: Partial<Listeners> = {};
  const pages = parts.pages ?? [];
  const registration = { active: null, installing: null, waiting: null, update: async () => registration };
  const state = { skipped: false, claimed: false };
  const scope = {
    addEventListener: (kind: keyof Listeners, listener: never) => {
      listeners[kind] = listener;
    },
    caches: parts.caches ?? fakeCaches().caches,
    clients: {
      matchAll: async () => pages,
      claim: async () => {
        state.claimed = true;
      },
    },
    registration,
    skipWaiting: async () => {
      state.skipped = true;
    },
    location: { origin: ORIGIN },
    fetch: async (asked: Request | string) => {
      const path = absolute(asked).slice(ORIGIN.length);
      parts.network.asked.push(path);
      if (!parts.network.isThere) throw new TypeError('Failed to fetch');
      return parts.network.answers.get(path)?.() ?? new Response('not found', { status: 404 });
    },
  };
  start(scope as unknown as WorkerScope, build);

  const lasting = async (dispatch: (waitUntil: Extendable['waitUntil']) => void) => {
    const works: Promise<unknown>[] = [];
    dispatch((work) => void works.push(work));
    await Promise.all(works);
  };
  return {
    state,
    pages,
    registration: registration as { active: unknown; installing: unknown; waiting: unknown; update: unknown },
    install: () => lasting((waitUntil) => listeners.install?.({ waitUntil })),
    activate: () => lasting((waitUntil) => listeners.activate?.({ waitUntil })),
    say: (data: unknown, source: PageClient | null = pages[0] ?? null) =>
      lasting((waitUntil) => listeners.message?.({ waitUntil, data, source })),
    /** Undefined: the worker leaves it to the browser. */
    ask: async (path: string, init: RequestInit & { navigates?: boolean } = {}): Promise<Response | undefined> => {
      const { navigates, ...rest } = init;
      const request = new Request(new URL(path, ORIGIN), rest);
      if (navigates) Object.defineProperty(request, 'mode', { value: 'navigate' });
      let answer: Promise<Response> | undefined;
      const works: Promise<unknown>[] = [];
      listeners.fetch?.({
        request,
        waitUntil: (work) => void works.push(work),
        respondWith: (given) => {
          answer = given;
        },
      });
      const given = await answer;
      await Promise.all(works);
      return given;
    },
  };
}

/** An open page, and the messages posted to it. */
export function fakePage(id: string): PageClient & { told: unknown[] } {
  const told: unknown[] = [];
  return { id, url: ORIGIN, told, postMessage: (message) => void told.push(message) };
}
