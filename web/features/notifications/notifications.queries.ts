import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';
import {
  countUnread,
  listNotifications,
  type Notification,
  readAllNotifications,
  readNotification,
} from '../../../contract/notifications.ts';
import { call, callPage, textOf } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toast } from '../../ui/toast.ts';

const POLL_MS = 60_000;

export const notificationsKey = ['notifications'];

export const unreadQuery = queryOptions({
  queryKey: [...notificationsKey, 'unread'],
  queryFn: ({ signal }) => call(countUnread, { signal }),
  refetchInterval: POLL_MS,
});

export const notificationsQuery = infiniteQueryOptions({
  queryKey: [...notificationsKey, 'list'],
  queryFn: ({ pageParam, signal }) => callPage(listNotifications, { query: { cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next ?? undefined,
  // Something may have come since it was last opened.
  refetchOnMount: 'always',
});

const refresh = () => queryClient.invalidateQueries({ queryKey: notificationsKey });
const failed = (error: Error) =>
  toast({ title: 'Não foi possível marcar como lida', description: textOf(error), tone: 'bad' });

export const useReadNotification = () =>
  useMutation({
    mutationKey: notificationsKey,
    mutationFn: (id: number) => call(readNotification, { params: { id } }),
    onError: failed,
    onSettled: refresh,
  });

export const useReadAll = () =>
  useMutation({
    mutationKey: notificationsKey,
    mutationFn: (newest: Notification | undefined) =>
      call(readAllNotifications, { body: newest ? { until: newest.createdAt } : {} }),
    onError: failed,
    onSettled: refresh,
  });
