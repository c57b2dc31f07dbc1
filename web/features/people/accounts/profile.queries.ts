import { useMutation } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import {
  changePassword,
  confirmEmailChange,
  getOwnEmail,
  requestEmailChange,
  updateProfile,
} from '#contract/people/profile.ts';
import { type Preferences, updatePreferences } from '#contract/preferences.ts';
import { call } from '#web/lib/api.ts';
import { preferencesQuery } from '#web/lib/preferences.ts';
import { invalidate, queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { sessionQuery } from '#web/lib/session.ts';

export const useUpdateProfile = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof updateProfile>) => call(updateProfile, { body }),
    onSuccess: (user) => queryClient.setQueryData(sessionQuery.queryKey, user),
  });

export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof changePassword>) => call(changePassword, { body }),
    // The notice of a common password goes with it.
    onSuccess: () => Promise.all([invalidate(keys.sessions), queryClient.invalidateQueries(sessionQuery)]),
  });

export const ownEmailQuery = readQuery(getOwnEmail, keys.ownEmail);

export const useRequestEmailChange = () =>
  useMutation({ mutationFn: (body: BodyInput<typeof requestEmailChange>) => call(requestEmailChange, { body }) });

export const useConfirmEmailChange = () =>
  useMutation({
    mutationFn: (token: string) => call(confirmEmailChange, { body: { token } }),
    onSuccess: () => Promise.all([queryClient.invalidateQueries(sessionQuery), invalidate(keys.ownEmail)]),
  });

export const useUpdatePreferences = () =>
  useMutation({
    mutationFn: (body: Partial<Preferences>) => call(updatePreferences, { body }),
    onSuccess: (preferences) => queryClient.setQueryData(preferencesQuery.queryKey, preferences),
  });
