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

// Sets how calls reach the server that renders; called once, before the first screen.
export { sendBy };

/** The current minute, by the clock that the screens use. */
export const minuteNow = (): number => Math.floor(Date.now() / MINUTE_MS);

/** A screen fetches, then its children, then theirs. Loading chunks is not a round: it happens once per process. */
const MOST_ROUNDS = 6;
/** The most data of a screen, as JSON. With more the browser renders: one render blocks all other requests here. */
const MOST_DATA = 150_000;

// Data of one person must never be stored where the screen of the next one could find it.
clientOfABrowser.getQueryCache().build = () => {
  throw new Error('A screen that is drawn by the server has used the client of the browser.');
};

/** These screens depend on the fragment of the address or on browser storage, which the server does not get. */
const byBrowser: string[] = [
  '/confirm-email',
  '/invitation',
  '/not-me',
  '/reset-password',
  screens.payment,
  screens.paymentStatus,
];

/** Renders the app as this person sees it at this address, and returns the HTML with the data it was rendered from. */
export async function renderScreen(request: ScreenRequest): Promise<RenderedScreen | null> {
  if (byBrowser.includes(request.path)) return null;
  // A user with a session is redirected away from these paths; `/` is the landing page for visitors.
  if (request.user ? visitorOnlyPaths.includes(request.path) : request.path === screens.home) return null;
  const until = performance.now() + request.patienceMs;
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: Number.POSITIVE_INFINITY,
        // Data in the cache is not fetched again, as in the first render of the browser (isBrought).
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
  /** Each query is fetched once, whatever its result. */
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
    // Queries that have resolved are rendered even after the deadline.
    const isLate = performance.now() > until && round > 1 && answers.length === before;
    if (isDone || round === MOST_ROUNDS || isLate) {
      const { title, parts } = drawing;
      // A screen that lacks late data must not be cached for the next request.
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
            // The browser fetches a failed query again and shows the error.
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

/** Sorted by key: the order of arrival is random. */
const answersIn = (client: QueryClient): Answers =>
  client
    .getQueryCache()
    .findAll({ predicate: isAnswered })
    .sort((a, b) => (a.queryHash < b.queryHash ? -1 : 1))
    .map(({ queryKey, state }) => [queryKey, state.data]);

/** A query that the render used, that has no data yet and is enabled. */
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
