import { type Query, type QueryClient, type QueryObserverOptions, skipToken } from '@tanstack/react-query';
import type { Answers, RenderedScreen, ScreenRequest } from '#contract/first-screen.ts';
import { openExpectedQueries } from './expected-queries.ts';
import { keys } from './lib/query-keys.ts';
import { type RenderContext, renderWith } from './lib/render-context.ts';

/** A screen fetches, then its children, then theirs. Loading chunks is not a round: it happens once per process. */
const MOST_ROUNDS = 6;
/** The most data of a screen, as JSON. With more the browser renders: one render blocks all other requests here. */
const MOST_DATA = 150_000;

/** What the renders of a screen need to know of its request. */
type Request = Pick<ScreenRequest, 'host' | 'protocol' | 'isApple' | 'user' | 'path' | 'search'>;
type Expected = ReturnType<typeof openExpectedQueries>;

/**
 * Renders until nothing is missing: neither an answer nor a chunk. At `until` it ends with the answers that are there.
 * A chunk that is still loading leaves a hole in the HTML that the browser, which has the chunk, would not find: then
 * there is no HTML, and the browser renders. That happens at the first visits after a start on a busy machine.
 */
export async function renderInRounds(
  request: Request,
  client: QueryClient,
  until: number,
  render: (searchHook: () => string) => string,
  expected: Expected = openExpectedQueries(),
): Promise<RenderedScreen> {
  /** Each query is fetched once, whatever its result. */
  const asked = new Map<string, Query>();
  const place = `${request.path}?${request.search}`;
  const failed: string[] = [];
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
  const fetchOnce = (query: Query): Promise<unknown> => {
    asked.set(query.queryHash, query);
    waiting += 1;
    return (
      query
        .fetch()
        // The browser fetches a failed query again and shows the error.
        .catch(() => {
          failed.push(query.queryHash);
          client.getQueryCache().remove(query);
        })
        .finally(() => {
          waiting -= 1;
        })
    );
  };
  /** The screens of students are opened by many. */
  const remembers = request.user?.role === 'student';
  const prepared = remembers ? expected.prepare(place, client) : [];
  const used = noteUses(client);
  /** What was expected and is not used stays out of the document. */
  const unused = () => new Set(prepared.map(({ queryHash }) => queryHash).filter((hash) => !used.has(hash)));
  if (prepared.length > 0) await within(until - performance.now(), Promise.all(prepared.map(fetchOnce)));
  let last = begin();
  for (let round = 1; ; ) {
    const known = answersIn(client);
    const withoutHtml = ({ title, parts }: RenderContext): RenderedScreen => ({
      ...{
        html: '',
        title,
        user: request.user,
        answers: known,
        at: now,
        parts: [...parts],
        isLasting: false,
        readsSearch,
      },
    });
    if (JSON.stringify(known).length > MOST_DATA) return withoutHtml(last);
    const drawing = begin();
    last = drawing;
    const html = renderWith(drawing, () => render(searchHook));
    const open = client
      .getQueryCache()
      .findAll({ predicate: (query) => isWanted(query) && !asked.has(query.queryHash) });
    const isDone = open.length === 0 && drawing.missing.size === 0;
    // Queries that have resolved are rendered even after the deadline.
    const isOver = performance.now() > until;
    const isLate = isOver && round > 1 && known.length === before;
    if (drawing.missing.size > 0 && (isOver || round === MOST_ROUNDS)) return withoutHtml(drawing);
    if (isDone || round === MOST_ROUNDS || isLate) {
      const { title, parts } = drawing;
      if (isDone && waiting === 0 && remembers) {
        expected.note(
          place,
          [...asked.values()].filter((query) => used.has(query.queryHash) && isAnswered(query)),
        );
      }
      const answers = answersIn(client, unused());
      // A screen that lacks late data must not be cached for the next request.
      const isLasting = isDone && waiting === 0 && !failed.some((hash) => used.has(hash));
      return { html, title, user: request.user, answers, at: now, parts: [...parts], isLasting, readsSearch };
    }
    before = known.length;
    if (open.length > 0) round += 1;
    const work = [...[...drawing.missing].map((load) => load()), ...open.map(fetchOnce)];
    await within(until - performance.now(), Promise.all(work));
  }
}

/** The queries that renders use from now on. */
function noteUses(client: QueryClient): ReadonlySet<string> {
  const used = new Set<string>();
  const cache = client.getQueryCache();
  const build = cache.build.bind(cache);
  cache.build = ((...args: Parameters<typeof build>) => {
    const query = build(...args);
    used.add(query.queryHash);
    return query;
  }) as typeof build;
  return used;
}

const isAnswered = ({ state, queryKey }: Query) => state.status === 'success' && queryKey !== keys.session;

/** Sorted by key: the order of arrival is random. */
const answersIn = (client: QueryClient, without: ReadonlySet<string> = new Set()): Answers =>
  client
    .getQueryCache()
    .findAll({ predicate: (query) => isAnswered(query) && !without.has(query.queryHash) })
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
