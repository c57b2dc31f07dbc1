import { useMutation } from '@tanstack/react-query';
import {
  askAboutLesson,
  askAboutQuestion,
  closeDoubt,
  editDoubt,
  listLessonDoubts,
  listQuestionDoubts,
  reportDoubt,
} from '#contract/study/doubts.ts';
import { call } from '#web/lib/api.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toast } from '#web/ui/toast.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

/** What doubts are about, where they are shown. */
export type DoubtsAbout = { kind: 'question' | 'lesson'; id: number };

export const doubtsQuery = ({ kind, id }: DoubtsAbout) =>
  readQuery(kind === 'question' ? listQuestionDoubts : listLessonDoubts, keys.doubts.of(kind, id), { params: { id } });

const refresh = () => invalidate(keys.doubts.all);

export const useAsk = ({ kind, id }: DoubtsAbout) =>
  useMutation({
    mutationFn: (body: { body: string; creationKey: string }) =>
      call(kind === 'question' ? askAboutQuestion : askAboutLesson, { params: { id }, body }),
    onSuccess: () => {
      toast({ title: 'Dúvida enviada', description: 'Avisamos você pelo sino e por e-mail quando responderem.' });
      return refresh();
    },
  });

export const useEditDoubt = (id: number) =>
  useMutation({
    mutationFn: (body: string) => call(editDoubt, { params: { id }, body: { body } }),
    onSuccess: refresh,
  });

export const useCloseDoubt = () =>
  useMutation({
    mutationFn: (id: number) => call(closeDoubt, { params: { id } }),
    onSuccess: () => {
      toast({ title: 'Dúvida encerrada' });
      return refresh();
    },
    onError: (error) => {
      toastFailure('Dúvida não encerrada')(error);
      return refresh();
    },
  });

export const useReportDoubt = (id: number) =>
  useMutation({
    mutationFn: () => call(reportDoubt, { params: { id } }),
    onSuccess: () => toast({ title: 'Obrigado pelo aviso', description: 'A equipe vai conferir esta dúvida.' }),
    onError: toastFailure('Aviso não enviado'),
  });
