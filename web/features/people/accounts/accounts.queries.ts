import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import type { BodyInput, EndpointSpec, ResponseOf } from '#contract/endpoint.ts';
import { acceptInvitation, checkInvitation, renewInvitation } from '#contract/people/invitations.ts';
import { checkEmailLink } from '#contract/people/profile.ts';
import { checkResetLink, disownChange, forgotPassword, resetPassword } from '#contract/people/recovery.ts';
import { confirmEmail, register, resendConfirmation } from '#contract/people/registration.ts';
import { call } from '#web/lib/api.ts';
import { entryKeys } from '#web/lib/entry-keys.ts';
import { invalidate, queryClient } from '#web/lib/query-client.ts';
import { readQuery } from '#web/lib/read-query.ts';

// A wrong password is a 401 as well, and these screens show it themselves.
const meta = { handles401: true };

export const useRegister = () =>
  useMutation({ meta, mutationFn: (body: BodyInput<typeof register>) => call(register, { body }) });

export const useForgotPassword = () =>
  useMutation({ meta, mutationFn: (body: BodyInput<typeof forgotPassword>) => call(forgotPassword, { body }) });

export const resetLinkQuery = (token: string) =>
  readQuery(checkResetLink, entryKeys.resetLink(token), { body: { token }, enabled: token !== '' });

export const emailLinkQuery = (token: string) =>
  readQuery(checkEmailLink, entryKeys.emailLink(token), { body: { token }, enabled: token !== '' });

/**
 * Uses a link from a mail, which ends the sessions of its user, also in this tab. The result is cached here, because
 * the screen remounts when the page changes from signed-in to visitor.
 */
function useLink<E extends EndpointSpec>(token: string, use: (body: BodyInput<E>) => Promise<ResponseOf<E>>) {
  const { data: done } = useQuery<ResponseOf<E>>({ queryKey: entryKeys.usedLink(token), queryFn: skipToken });
  const mutation = useMutation({
    meta: { ...meta, endsSession: true },
    mutationFn: use,
    onSuccess: (result) => {
      queryClient.setQueryData(entryKeys.usedLink(token), result);
      return invalidate(entryKeys.session);
    },
  });
  return { ...mutation, done };
}

export const useResetPassword = (token: string) =>
  useLink<typeof resetPassword>(token, (body) => call(resetPassword, { body }));

export const useDisownChange = (token: string) =>
  useLink<typeof disownChange>(token, (body) => call(disownChange, { body }));

export const invitationQuery = (token: string) =>
  readQuery(checkInvitation, entryKeys.invitation(token), { body: { token }, enabled: token !== '' });

export const useAcceptInvitation = (token: string) =>
  useLink<typeof acceptInvitation>(token, (body) => call(acceptInvitation, { body }));

export const useRenewInvitation = () =>
  useMutation({ meta, mutationFn: (token: string) => call(renewInvitation, { body: { token } }) });

export const useConfirmEmail = () =>
  useMutation({
    meta,
    mutationFn: (token: string) => call(confirmEmail, { body: { token } }),
    onSuccess: () => invalidate(entryKeys.ownEmail),
  });

export const useResendConfirmation = () =>
  useMutation({ meta, mutationFn: (email: string) => call(resendConfirmation, { body: { email } }) });
