import { type Query, QueryClient, type QueryObserverOptions, skipToken } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import type { Answers, RenderedScreen, ScreenRequest } from '#contract/first-screen.ts';
import { screens } from '#contract/screens.ts';
import { MINUTE_MS } from '#contract/time.ts';
import { sendBy } from './lib/api.ts';
import { queryClient as clientOfABrowser } from './lib/query-client.ts';
import { keys } from './lib/query-keys.ts';
import { type RenderContext, renderWith } from './lib/render-context.ts';
import { renewSchool } from './lib/school.ts';
import { isForVisitors, visitorOnlyPaths } from './router.tsx';
import { App } from './shell/app.tsx';

// How the app's calls reach the server that draws: told once, before the first screen.
export { sendBy };

/** By the clock that the screens look at. */
export const minuteNow = (): number => Math.floor(Date.now() / MINUTE_MS);

/** A screen asks, then its parts do, then theirs. Loading parts is no round: it is done once in a process. */
const MOST_ROUNDS = 6;
/** Of answers, as JSON: with more the browser draws by itself, as one drawing holds everybody else here. */
const MOST_DATA = 150_000;

// What is read for one person must never come to lie where the next one's screen could find it.
clientOfABrowser.getQueryCache().build = () => {
  throw new Error('A screen that is drawn by the server has used the client of the browser.');
};

/** What these show depends on the address's fragment or on what the browser keeps, which no server is told. */
const byBrowser: string[] = [
  '/confirm-email',
  '/invitation',
  '/not-me',
  '/reset-password',
  screens.payment,
  screens.paymentStatus,
];

/** Draws the app as this person sees it at this address, and tells what it was drawn from. */
export async function renderScreen(request: ScreenRequest): Promise<RenderedScreen | null> {
  if (byBrowser.includes(request.path)) return null;
  // Whoever is signed in is led away from these; `/` is the landing page for everybody else.
  if (request.user ? visitorOnlyPaths.includes(request.path) : request.path === screens.home) return null;
  const until = performance.now() + request.patienceMs;
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: Number.POSITIVE_INFINITY,
        // What was answered is not asked for again, as in the browser's first render (isBrought).
        refetchOnMount: false,
      },
    },
  });
  client.setQueryData(keys.session, request.user);
  const screen = await renderInRounds(request, client, until);
  client.clear();
  // Visitors can invent any number of addresses: only the known ones are cached.
  const isKnown = isForVisitors(request.path) && (!screen.readsSearch || request.search === '');
  const isWorthIt = request.user !== null || isKnown;
  return { ...screen, isLasting: screen.isLasting && isWorthIt };
}

async function renderInRounds(request: ScreenRequest, client: QueryClient, until: number): Promise<RenderedScreen> {
  /** Asked once, whatever came of it. */
  const asked = new Set<string>();
  let hasFailed = false;
  let waiting = 0;
  let before = 0;
  let readsSearch = false;
  const searchHook = () => {
    readsSearch = true;
    return request.search;
  };
  const { host, protocol, isApple } = request;
  const now = Date.now();
  const begin = (): RenderContext => ({
    host,
    protocol,
    isApple,
    now,
    title: '',
    parts: new Set(),
    missing: new Set(),
  });
  let last = begin();
  for (let round = 1; ; ) {
    const answers = answersIn(client);
    if (JSON.stringify(answers).length > MOST_DATA) {
      const { title, parts } = last;
      return {
        html: '',
        title,
        user: request.user,
        answers,
        at: now,
        parts: [...parts],
        isLasting: false,
        readsSearch,
      };
    }
    const drawing = begin();
    last = drawing;
    renewSchool(JSON.parse(request.school));
    const html = renderWith(drawing, () =>
      renderToString(
        <App client={client} address={{ ssrPath: request.path, ssrSearch: request.search, searchHook }} />,
      ),
    );
    const open = client
      .getQueryCache()
      .findAll({ predicate: (query) => isWanted(query) && !asked.has(query.queryHash) });
    const isDone = open.length === 0 && drawing.missing.size === 0;
    // What has been answered already is there at once, however late it is.
    const isLate = performance.now() > until && round > 1 && answers.length === before;
    if (isDone || round === MOST_ROUNDS || isLate) {
      const { title, parts } = drawing;
      // A screen without what came too late is not what the next one is to get.
      const isLasting = isDone && waiting === 0 && !hasFailed;
      return { html, title, user: request.user, answers, at: now, parts: [...parts], isLasting, readsSearch };
    }
    before = answers.length;
    if (open.length > 0) round += 1;
    const work = [
      ...[...drawing.missing].map((load) => load()),
      ...open.map((query) => {
        asked.add(query.queryHash);
        waiting += 1;
        return (
          query
            .fetch()
            // What fails here is asked again by the browser, which tells the person.
            .catch(() => {
              hasFailed = true;
              client.getQueryCache().remove(query);
            })
            .finally(() => {
              waiting -= 1;
            })
        );
      }),
    ];
    await within(until - performance.now(), Promise.all(work));
  }
}

const isAnswered = ({ state, queryKey }: Query) => state.status === 'success' && queryKey !== keys.session;

/** In an order of their own: which came first is chance. */
const answersIn = (client: QueryClient): Answers =>
  client
    .getQueryCache()
    .findAll({ predicate: isAnswered })
    .sort((a, b) => (a.queryHash < b.queryHash ? -1 : 1))
    .map(({ queryKey, state }) => [queryKey, state.data]);

/** Asked for by what was drawn, and not held back. */
function isWanted(query: Query): boolean {
  const { enabled, queryFn } = query.options as QueryObserverOptions;
  const isHeld = typeof enabled === 'function' ? !enabled(query) : enabled === false;
  return query.state.status === 'pending' && !isHeld && queryFn !== undefined && queryFn !== skipToken;
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.max(ms, 0));
  });
  await Promise.race([work, patience]);
  clearTimeout(timer);
}
