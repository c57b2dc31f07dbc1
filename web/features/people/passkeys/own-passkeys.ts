import { useQuery } from '@tanstack/react-query';
import { listPasskeys } from '#contract/people/passkeys.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';

export const ownPasskeysQuery = readQuery(listPasskeys, keys.passkeys);

/** Whether forms ask for the password: nearly every account has one, so they do until it is known. */
export const useHasPassword = () => useQuery(ownPasskeysQuery).data?.hasPassword ?? true;
