import { useMutation } from '@tanstack/react-query';
import {
  listNotifications,
  type Notification,
  readAllNotifications,
  readNotification,
} from '#contract/platform/notifications.ts';
import { call, textOf } from '#web/lib/api.ts';
import { pagesQuery } from '#web/lib/pages-query.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { toast } from '#web/ui/toast.ts';

export const notificationsQuery = pagesQuery(listNotifications, keys.notifications.list);

const refresh = () => invalidate(keys.notifications.all);
const failed = (error: Error) =>
  toast({ title: 'Não foi possível marcar como lida', description: textOf(error), tone: 'bad' });

export const useReadNotification = () =>
  useMutation({
    mutationKey: keys.notifications.all,
    mutationFn: (id: number) => call(readNotification, { params: { id } }),
    onError: failed,
    onSettled: refresh,
  });

export const useReadAll = () =>
  useMutation({
    mutationKey: keys.notifications.all,
    mutationFn: (newest: Notification | undefined) =>
      call(readAllNotifications, { body: newest ? { until: newest.createdAt } : {} }),
    onError: failed,
    onSettled: refresh,
  });
