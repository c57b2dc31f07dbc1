import { useMutation, useQuery } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import { beginLoginSetUp, completeLogin, confirmLoginSetUp } from '#contract/people/second-factor.ts';
import { call } from '#web/lib/api.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';

const meta = { handles401: true };

export const useCompleteLogin = () =>
  useMutation({ meta, mutationFn: (body: BodyInput<typeof completeLogin>) => call(completeLogin, { body }) });

/** Idempotent, so it can be a query. The secret is not cached once it is out of view. */
export const useLoginSetUp = (ticket: string) =>
  useQuery(readQuery(beginLoginSetUp, keys.loginSetUp(ticket), { body: { ticket }, meta, gcTime: 0 }));

export const useConfirmLoginSetUp = () =>
  useMutation({ meta, mutationFn: (body: BodyInput<typeof confirmLoginSetUp>) => call(confirmLoginSetUp, { body }) });
