import { queryOptions, type UndefinedInitialDataOptions } from '@tanstack/react-query';
import type { EndpointSpec, ResponseOf } from '#contract/endpoint.ts';
import { type CallInput, call } from './api.ts';
import type { Key } from './entry-keys.ts';

/** What is sent, and how long the answer is used. */
type ReadInput<E extends EndpointSpec> = Omit<CallInput<E>, 'signal' | 'keepalive'> &
  Omit<UndefinedInitialDataOptions<ResponseOf<E>, Error, ResponseOf<E>, Key>, 'queryKey' | 'queryFn'>;
type Request = { params?: unknown; query?: unknown; body?: unknown };

/** A query whose data is the response of one call. The call is aborted when no component needs it any more. */
export function readQuery<E extends EndpointSpec>(endpoint: E, queryKey: Key, input?: ReadInput<E>) {
  const { params, query, body, ...options } = (input ?? {}) as Request & Omit<ReadInput<E>, keyof Request>;
  return queryOptions<ResponseOf<E>, Error, ResponseOf<E>, Key>({
    ...options,
    queryKey,
    queryFn: ({ signal }) => call(endpoint, { params, query, body, signal } as CallInput<E>),
  });
}
