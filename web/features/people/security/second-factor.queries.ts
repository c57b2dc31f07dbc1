import { useMutation } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import {
  beginSetUp,
  confirmSetUp,
  getSecondFactor,
  proveSelf,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from '#contract/people/second-factor.ts';
import { signForProof } from '#web/features/people/passkeys/passkeys.ts';
import { call } from '#web/lib/api.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';

export const secondFactorQuery = readQuery(getSecondFactor, keys.secondFactor);

/**
 * Refetches the state. While recovery codes are shown, call it only on close: a refetch would remove the codes from
 * view.
 */
export const refresh = () => invalidate(keys.secondFactor);

export const useBeginSetUp = () =>
  useMutation({ mutationFn: (body: BodyInput<typeof beginSetUp>) => call(beginSetUp, { body }) });

export const useConfirmSetUp = () =>
  useMutation({ mutationFn: (body: BodyInput<typeof confirmSetUp>) => call(confirmSetUp, { body }) });

export const useRenewCodes = () =>
  useMutation({
    mutationFn: (code: string) => call(renewRecoveryCodes, { body: { code } }),
    onSuccess: refresh,
  });

export const useTurnOff = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof turnOffSecondFactor>) => call(turnOffSecondFactor, { body }),
    onSuccess: refresh,
  });

export const useProveByPasskey = () =>
  useMutation({ mutationFn: async () => call(proveSelf, { body: { passkey: await signForProof() } }) });

export const useProveSelf = () =>
  useMutation({ mutationFn: (body: BodyInput<typeof proveSelf>) => call(proveSelf, { body }) });
