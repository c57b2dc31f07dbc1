import { useMutation } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import { annulQuestion, getRegrading, previewAnnulment, reinstateQuestion } from '#contract/exams/annulment.ts';
import {
  createBankQuestion,
  deleteBankQuestion,
  listQuestionVersions,
  restoreQuestionVersion,
  saveBankQuestion,
  setQuestionStatus,
} from '#contract/questions/question-bank.ts';
import { bankQuestionQuery } from '#web/features/questions/questions/questions.queries.ts';
import { call } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { invalidate, queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';
import { toast } from '#web/ui/toast.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

export const versionsQuery = (id: number) =>
  readQuery(listQuestionVersions, schoolKeys.bank.versions(id), { params: { id } });

export const useRestoreVersion = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof restoreQuestionVersion>) =>
      call(restoreQuestionVersion, { params: { id }, body }),
    onSuccess: (question) => {
      toast({ title: 'Versão restaurada' });
      queryClient.setQueryData(bankQuestionQuery(id).queryKey, question);
      return invalidate(schoolKeys.bank.lists, schoolKeys.bank.versions(id));
    },
    onError: (error) => {
      toastFailure('Versão não restaurada')(error);
      return invalidate(schoolKeys.bank.one(id));
    },
  });

/** Refetches a question after another person saved it. */
export const fetchBankQuestion = (id: number) => queryClient.fetchQuery({ ...bankQuestionQuery(id), staleTime: 0 });

export const annulmentQuery = (id: number) =>
  readQuery(previewAnnulment, schoolKeys.bank.annulment(id), {
    params: { id },
    // The result of a dry run is valid only for the moment.
    gcTime: 0,
    staleTime: 0,
  });

const REGRADING_POLL_MS = 2000;

/** Progress of the last annulment; polled while its job runs. */
export const regradingQuery = (id: number) =>
  readQuery(getRegrading, schoolKeys.bank.regrading(id), {
    params: { id },
    refetchInterval: ({ state }) => {
      const regrading = state.data?.regrading;
      return regrading && !regrading.finishedAt && !regrading.isSuperseded ? REGRADING_POLL_MS : false;
    },
  });

export const refreshBank = () => invalidate(schoolKeys.bank.all);

/** An annulment changes results of students: everything that shows them is refetched. */
const refreshResults = () => invalidate(schoolKeys.bank.all, keys.quizzes.all, keys.dashboard.all);

export const useCreateQuestion = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof createBankQuestion>) => call(createBankQuestion, { body }),
    onSuccess: () => {
      toast({ title: 'Questão criada' });
      return refreshBank();
    },
  });

export const useSaveQuestion = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof saveBankQuestion>) => call(saveBankQuestion, { params: { id }, body }),
    onSuccess: (question) => {
      toast({ title: 'Questão salva' });
      queryClient.setQueryData(bankQuestionQuery(id).queryKey, question);
      // Another text cites other laws.
      return invalidate(
        schoolKeys.bank.lists,
        schoolKeys.bank.versions(id),
        keys.laws('for-author', id),
        keys.laws('suggestions', id),
      );
    },
  });

export const useSetStatus = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof setQuestionStatus>) => call(setQuestionStatus, { params: { id }, body }),
    onSuccess: ({ status }) => {
      toast(
        status === 'outdated'
          ? { title: 'Questão desatualizada', description: 'Ela não entra mais em sorteios nem treinos.' }
          : { title: 'Questão ativa de novo' },
      );
      return refreshBank();
    },
    onError: toastFailure('Nada foi alterado'),
  });

export const useDeleteQuestion = (id: number) =>
  useMutation({
    mutationFn: () => call(deleteBankQuestion, { params: { id } }),
    onSuccess: () => {
      toast({ title: 'Questão excluída' });
      return invalidate(schoolKeys.bank.lists);
    },
    onError: toastFailure('Erro ao excluir questão'),
  });

const toastCorrected = (title: string, { changed, isCounted }: { changed: number; isCounted: boolean }) => {
  const corrected = `${plural(changed, 'tentativa corrigida', 'tentativas corrigidas')}.`;
  const done = changed > 0 ? `${corrected} Os alunos foram avisados.` : 'Nenhuma nota mudou.';
  toast({ title, description: isCounted ? done : 'As notas estão sendo corrigidas; o andamento aparece na questão.' });
  // Not awaited: otherwise the dialog would switch to the opposite action before it closes.
  void refreshResults();
};

export const useAnnul = (id: number) =>
  useMutation({
    mutationFn: (reason: string) => call(annulQuestion, { params: { id }, body: { reason } }),
    onSuccess: (effect) => toastCorrected('Questão anulada', effect),
    onError: toastFailure('Nada foi alterado'),
  });

export const useReinstate = (id: number) =>
  useMutation({
    mutationFn: () => call(reinstateQuestion, { params: { id } }),
    onSuccess: (effect) => toastCorrected('Anulação desfeita', effect),
    onError: toastFailure('Nada foi alterado'),
  });
