import { useMutation } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import { acceptTerms, cancelDeletion, getPrivacy, type Privacy, requestDeletion } from '#contract/people/privacy.ts';
import { call, textOf } from '#web/lib/api.ts';
import { formatLongDate } from '#web/lib/format.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toast } from '#web/ui/toast.ts';

export const privacyQuery = readQuery(getPrivacy, keys.privacy);

const change = (part: Partial<Privacy>) =>
  queryClient.setQueryData(privacyQuery.queryKey, (known) => known && { ...known, ...part });

export const useAcceptTerms = () =>
  useMutation({
    mutationFn: (version: string) => call(acceptTerms, { body: { version } }),
    onSuccess: () => toast({ title: 'Termos aceitos' }),
    onError: (error) => toast({ title: 'Não foi possível registrar', description: textOf(error), tone: 'bad' }),
    onSettled: () => queryClient.invalidateQueries(privacyQuery),
  });

/** A wrong password is shown at its field; the screen shows the other errors. */
export const useRequestDeletion = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof requestDeletion>) => call(requestDeletion, { body }),
    onSuccess: (deletion) => {
      change({ deletion });
      toast({
        title: 'Pedido recebido',
        description: `Sua conta será excluída em ${formatLongDate(deletion.dueAt)}. Até lá você pode cancelar.`,
      });
    },
  });

export const useCancelDeletion = () =>
  useMutation({
    mutationFn: () => call(cancelDeletion),
    onSuccess: () => {
      change({ deletion: null });
      toast({ title: 'Exclusão cancelada', description: 'Sua conta continua como antes.' });
    },
    onError: (error) => toast({ title: 'Não foi possível cancelar', description: textOf(error), tone: 'bad' }),
  });
