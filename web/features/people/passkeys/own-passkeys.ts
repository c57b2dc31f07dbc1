import { queryOptions, useQuery } from '@tanstack/react-query';
import { listPasskeys } from '#contract/people/passkeys.ts';
import { call } from '#web/lib/api.ts';
import { keys } from '#web/lib/query-keys.ts';

export const ownPasskeysQuery = queryOptions({
  queryKey: keys.passkeys,
  queryFn: ({ signal }) => call(listPasskeys, { signal }),
});

/** Whether forms ask for the password: nearly every account has one, so they do until it is known. */
export const useHasPassword = () => useQuery(ownPasskeysQuery).data?.hasPassword ?? true;
