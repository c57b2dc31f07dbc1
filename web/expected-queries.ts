import type { Query, QueryClient, QueryKey, QueryOptions } from '@tanstack/react-query';

/** As many screens are remembered. */
const MOST_PLACES = 500;

type Expected = Pick<QueryOptions, 'queryFn' | 'queryHash' | 'meta'> & { queryKey: QueryKey };
/** `_type` makes the query one in pages; `render-rounds.test.ts` fails when an upgrade of TanStack Query names it differently. */
type Infinite = Pick<QueryOptions, '_type'> & {
  initialPageParam?: unknown;
  getNextPageParam?: unknown;
  getPreviousPageParam?: unknown;
};
type Remembered = { last: readonly Expected[]; before: ReadonlySet<string> };

/**
 * What the last two renders of each screen fetched, by address. What both of them needed the next render will
 * need, too: fetched before it, one render is enough where it took two or three, each of which asked for what the one
 * before had no data for. A query is remembered by its key and its function: a key names everything that its function
 * depends on, and the function asks on behalf of the person whose screen is rendered.
 */
export function openExpectedQueries(most = MOST_PLACES) {
  const places = new Map<string, Remembered>();
  return {
    /** Puts the expected queries into the cache of a render and returns them. */
    prepare(place: string, client: QueryClient): Query[] {
      const remembered = places.get(place);
      if (!remembered) return [];
      const { last, before } = remembered;
      return last
        .filter(({ queryHash = '' }) => before.has(queryHash))
        .map((options) => client.getQueryCache().build(client, client.defaultQueryOptions(options) as never));
    },
    /** Notes what a render of this screen needed: what it fetched and used. */
    note(place: string, needed: readonly Query[]): void {
      const before = new Set(places.get(place)?.last.map(({ queryHash = '' }) => queryHash));
      // Set again: the place that was rendered longest ago comes first.
      places.delete(place);
      places.set(place, { last: needed.map(expectedOf), before });
      if (places.size > most) places.delete(places.keys().next().value as string);
    },
  };
}

/** Nothing else of the options, which may hold the data of a person. */
function expectedOf({ queryKey, queryHash, options }: Query): Expected & Infinite {
  const { queryFn, meta, _type } = options;
  const { initialPageParam, getNextPageParam, getPreviousPageParam } = options as Infinite;
  return { queryKey, queryHash, queryFn, meta, _type, initialPageParam, getNextPageParam, getPreviousPageParam };
}
