import { queryOptions, useMutation } from '@tanstack/react-query';
import { getSystemState, listFailedMails, retryFailedMail, retryFailedMails } from '../../../contract/admin-system.ts';
import { call, textOf } from '../../lib/api.ts';
import { plural } from '../../lib/format.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toast } from '../../ui/toast.ts';

const systemKey = ['system'];

export const systemStateQuery = queryOptions({
  queryKey: [...systemKey, 'state'],
  queryFn: ({ signal }) => call(getSystemState, { signal }),
  staleTime: 0,
});

export const failedMailsQuery = queryOptions({
  queryKey: [...systemKey, 'failed-mails'],
  queryFn: ({ signal }) => call(listFailedMails, { signal }),
  staleTime: 0,
});

export const refreshSystem = () => queryClient.invalidateQueries({ queryKey: systemKey });

const failed = (error: unknown) =>
  toast({ title: 'Não foi possível reenviar', description: textOf(error), tone: 'bad' });

export const useRetryMail = () =>
  useMutation({
    mutationFn: (id: string) => call(retryFailedMail, { params: { id } }),
    onSuccess: () => toast({ title: 'E-mail de volta à fila', description: 'Ele é enviado em instantes.' }),
    onError: failed,
    onSettled: refreshSystem,
  });

export const useRetryAllMails = () =>
  useMutation({
    mutationFn: () => call(retryFailedMails),
    onSuccess: ({ retried }) => toast({ title: `${plural(retried, 'e-mail', 'e-mails')} de volta à fila` }),
    onError: failed,
    onSettled: refreshSystem,
  });
