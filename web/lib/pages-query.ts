import { type InfiniteData, infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { type CallInput, callPage } from './api.ts';
import type { Key } from './entry-keys.ts';

type Page<E extends EndpointSpec> = Awaited<ReturnType<typeof callPage<E>>>;
type PagesOptions = { placeholderData?: typeof keepPreviousData; refetchInterval?: number; staleTime?: number };
/** What is sent, and how long the pages are used. */
type PagesInput<E extends EndpointSpec> = Omit<CallInput<E>, 'signal' | 'keepalive' | 'body'> & PagesOptions;
type Request = { params?: unknown; query?: object };

/** The rows of the last search stay in view while the next one is loading. */
export const keepRows: PagesOptions = { placeholderData: keepPreviousData };

/** A paginated list: each page brings the cursor of the next one. */
export function pagesQuery<E extends EndpointSpec>(endpoint: E, queryKey: Key, input?: PagesInput<E>) {
  const { params, query, ...options } = (input ?? {}) as Request & PagesOptions;
  return infiniteQueryOptions<Page<E>, Error, InfiniteData<Page<E>, string | undefined>, Key, string | undefined>({
    ...options,
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      callPage(endpoint, { params, query: { ...query, cursor: pageParam }, signal } as CallInput<E>),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
}
