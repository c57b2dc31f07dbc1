import { queryOptions, useMutation } from '@tanstack/react-query';
import { endAllSessions, endSession, listSessions } from '../../../contract/profile.ts';
import { call } from '../../lib/api.ts';
import { invalidate } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';

export const sessionsQuery = queryOptions({
  queryKey: keys.sessions,
  queryFn: ({ signal }) => call(listSessions, { signal }),
});

export const useEndSession = () =>
  useMutation({
    mutationFn: (id: string) => call(endSession, { params: { id } }),
    onSettled: () => invalidate(keys.sessions),
  });

export const useEndAllSessions = () => useMutation({ mutationFn: () => call(endAllSessions) });
