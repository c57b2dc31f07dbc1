import { useMutation } from '@tanstack/react-query';
import {
  getSystemState,
  listFailedMails,
  releaseMail,
  releaseStoredMails,
  removeSampleSchool,
  retryFailedMail,
  retryFailedMails,
} from '#contract/platform/admin-system.ts';
import { listVisitFigures } from '#contract/platform/visit-figures.ts';
import { call, textOf } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { sentNote } from '#web/lib/mail-words.ts';
import { invalidate, queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';
import { toast } from '#web/ui/toast.ts';
import { remainingText } from './sample-words.ts';

export const systemStateQuery = readQuery(getSystemState, schoolKeys.system.state);

export const failedMailsQuery = readQuery(listFailedMails, schoolKeys.system.failedMails);

export const visitFiguresQuery = readQuery(listVisitFigures, schoolKeys.system.visits);

export const refreshSystem = () => invalidate(schoolKeys.system.all);

const failed = (error: unknown) =>
  toast({ title: 'Não foi possível reenviar', description: textOf(error), tone: 'bad' });

export const useRetryMail = () =>
  useMutation({
    mutationFn: (id: string) => call(retryFailedMail, { params: { id } }),
    onSuccess: () => toast({ title: 'E-mail de volta à fila', description: sentNote('Ele é enviado em instantes.') }),
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

export const useReleaseMail = () =>
  useMutation({
    mutationFn: () => call(releaseMail),
    onSuccess: () => toast({ title: 'E-mails liberados', description: 'Os que esperavam saem em instantes.' }),
    onError: failed,
    onSettled: refreshSystem,
  });

export const useReleaseStoredMails = () =>
  useMutation({
    mutationFn: (send: boolean) => call(releaseStoredMails, { body: { send } }),
    onSuccess: (_, send) =>
      toast(
        send
          ? { title: 'Cartas a caminho', description: 'Elas saem em segundo plano, uma a uma.' }
          : { title: 'Cartas descartadas' },
      ),
    onError: (error) => toast({ title: 'As cartas continuam guardadas', description: textOf(error), tone: 'bad' }),
    onSettled: () => invalidate(schoolKeys.system.all, keys.dashboard.admin),
  });

export const useRemoveSample = () =>
  useMutation({
    mutationFn: () => call(removeSampleSchool),
    onSuccess: (result) => {
      const description = remainingText(result);
      toast({ title: 'Escola de exemplo removida', ...(description ? { description } : {}) });
    },
    onError: (error) => toast({ title: 'Não foi possível remover', description: textOf(error), tone: 'bad' }),
    // Everything in the cache is outdated.
    onSettled: () => queryClient.invalidateQueries(),
  });
