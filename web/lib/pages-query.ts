import { type InfiniteData, infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { type CallInput, callPage } from './api.ts';
import type { Key } from './entry-keys.ts';

type Page<E extends EndpointSpec> = Awaited<ReturnType<typeof callPage<E>>>;
type PagesOptions = { placeholderData?: typeof keepPreviousData; refetchInterval?: number; staleTime?: number };

/** The rows of the last search stay in view while the next one is loading. */
export const keepRows: PagesOptions = { placeholderData: keepPreviousData };

/** A paginated list: each page brings the cursor of the next one. */
export const pagesQuery = <E extends EndpointSpec>(
  endpoint: E,
  queryKey: Key,
  input?: Omit<CallInput<E>, 'signal' | 'keepalive'>,
  options: PagesOptions = {},
) =>
  infiniteQueryOptions<Page<E>, Error, InfiniteData<Page<E>, string | undefined>, Key, string | undefined>({
    queryKey,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...(input as { query?: object } | undefined)?.query, cursor: pageParam };
      return callPage(endpoint, { ...input, query, signal } as CallInput<E>);
    },
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    ...options,
  });
