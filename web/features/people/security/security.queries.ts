import { useMutation } from '@tanstack/react-query';
import { endAllSessions, endSession, listSessions } from '#contract/people/profile.ts';
import { call } from '#web/lib/api.ts';
import { noteLogout } from '#web/lib/ended-session.ts';
import { clearLocalData } from '#web/lib/local-data.ts';
import { paths } from '#web/lib/paths.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

export const sessionsQuery = readQuery(listSessions, keys.sessions);

export const useEndSession = () =>
  useMutation({
    mutationFn: (id: string) => call(endSession, { params: { id } }),
    onSettled: () => invalidate(keys.sessions),
  });

export const useEndAllSessions = (userId: string) =>
  useMutation({
    meta: { endsSession: true },
    mutationFn: () => call(endAllSessions),
    onSuccess: async () => {
      noteLogout();
      await clearLocalData(userId);
      location.assign(paths.login);
    },
    onError: toastFailure('Não foi possível sair'),
  });
