import { queryOptions, useMutation } from '@tanstack/react-query';
import { listExams } from '#contract/content/contests.ts';
import { listCourses } from '#contract/content/course-list.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import { listOffersForAdmin } from '#contract/money/offers.ts';
import {
  type AudienceWish,
  cancelAnnouncement,
  listAnnouncements,
  previewAnnouncement,
  sendAnnouncement,
} from '#contract/school/announcements.ts';
import { call, callPage } from '#web/lib/api.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { school } from '#web/lib/school.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';
import { toast } from '#web/ui/toast.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

const PROGRESS_MS = 10_000;

export const announcementsQuery = readQuery(listAnnouncements, schoolKeys.announcements.list, {
  // Polls only while an announcement is scheduled or being sent.
  refetchInterval: ({ state }) =>
    state.data?.some(({ state: of }) => of === 'sending' || of === 'scheduled') ? PROGRESS_MS : false,
});

/** The audiences of an announcement, by kind. */
export const choicesQuery = (kind: 'offer' | 'course' | 'exam') =>
  queryOptions({
    queryKey: schoolKeys.announcements.choices(kind),
    queryFn: async ({ signal }): Promise<{ id: number; name: string }[]> => {
      if (kind === 'offer') return (await call(listOffersForAdmin, { signal })).map(({ id, name }) => ({ id, name }));
      if (kind === 'exam') return (await call(listExams, { signal })).map(({ id, name }) => ({ id, name }));
      const { items } = await callPage(listCourses, { query: {}, signal });
      return items.map(({ id, title }) => ({ id, name: title }));
    },
  });

export const usePreview = () =>
  useMutation({
    mutationFn: (body: { title: string; text: string; audience: AudienceWish }) => call(previewAnnouncement, { body }),
  });

const refresh = () => invalidate(schoolKeys.announcements.all);

export const useSend = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof sendAnnouncement>) => call(sendAnnouncement, { body }),
    onSuccess: ({ state }) =>
      toast({
        title: state === 'scheduled' ? 'Aviso na fila' : 'Aviso enviado',
        description: school.sendsMail
          ? 'Acompanhe abaixo.'
          : 'Pelo sino ele chega. Por e-mail fica guardado, não enviado: o e-mail não está ligado.',
      }),
    onError: toastFailure('O aviso não saiu'),
    onSettled: refresh,
  });

export const useCancel = () =>
  useMutation({
    mutationFn: (id: number) => call(cancelAnnouncement, { params: { id } }),
    onSuccess: () => toast({ title: 'Aviso cancelado' }),
    onError: toastFailure('Não foi possível cancelar'),
    onSettled: refresh,
  });
