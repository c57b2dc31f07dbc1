import { queryOptions, useMutation } from '@tanstack/react-query';
import type { BodyInput } from '../../../contract/endpoint.ts';
import { chooseNotifications, listNotificationChoices } from '../../../contract/notifications.ts';
import { call, textOf } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { toast } from '../../ui/toast.ts';

export const notificationChoicesQuery = queryOptions({
  queryKey: keys.notificationChoices,
  queryFn: ({ signal }) => call(listNotificationChoices, { signal }),
});

export const useChooseNotifications = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof chooseNotifications>) => call(chooseNotifications, { body }),
    onSuccess: (choices) => queryClient.setQueryData(notificationChoicesQuery.queryKey, choices),
    onError: (error) => toast({ title: 'Não foi possível salvar', description: textOf(error), tone: 'bad' }),
  });
