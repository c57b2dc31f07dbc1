import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';
import { annulQuestion, previewAnnulment, reinstateQuestion } from '../../../contract/annulment.ts';
import type { BodyInput } from '../../../contract/endpoint.ts';
import {
  createBankQuestion,
  deleteBankQuestion,
  getBankLabels,
  getBankQuestion,
  listBankQuestions,
  saveBankQuestion,
  setQuestionStatus,
} from '../../../contract/question-bank.ts';
import type { Difficulty, QuestionStatus } from '../../../contract/question-shapes.ts';
import { listSubjects } from '../../../contract/subjects.ts';
import { call, callPage } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

export type BankChoice = {
  search: string;
  subjectId: number | null;
  topic: string;
  source: string;
  year: number | null;
  difficulty: Difficulty | '';
  status: QuestionStatus | '';
};

export const everything: BankChoice = {
  search: '',
  subjectId: null,
  topic: '',
  source: '',
  year: null,
  difficulty: '',
  status: '',
};

/** A choice as the calls take it: what is left open is not sent. */
export const asFilter = ({ subjectId, year, difficulty, status, ...texts }: BankChoice) => ({
  ...texts,
  subjectId: subjectId ?? undefined,
  year: year ?? undefined,
  difficulty: difficulty || undefined,
  status: status || undefined,
});

const bankKey = ['question-bank'];
const PAGE = 30;

export const bankQuery = (choice: BankChoice) =>
  infiniteQueryOptions({
    queryKey: [...bankKey, 'list', choice],
    queryFn: ({ pageParam, signal }) =>
      callPage(listBankQuestions, { query: { ...asFilter(choice), limit: PAGE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: (previous) => previous,
    // Publishing a quiz fills the bank, too.
    refetchOnMount: 'always',
  });

export const bankLabelsQuery = queryOptions({
  queryKey: [...bankKey, 'labels'],
  queryFn: ({ signal }) => call(getBankLabels, { signal }),
  refetchOnMount: 'always',
});

export const subjectsQuery = queryOptions({
  queryKey: ['subjects'],
  queryFn: ({ signal }) => call(listSubjects, { signal }),
});

export const bankQuestionQuery = (id: number) =>
  queryOptions({
    queryKey: [...bankKey, 'one', id],
    queryFn: ({ signal }) => call(getBankQuestion, { params: { id }, signal }),
    refetchOnMount: 'always',
  });

export const annulmentQuery = (id: number) =>
  queryOptions({
    queryKey: [...bankKey, 'annulment', id],
    queryFn: ({ signal }) => call(previewAnnulment, { params: { id }, signal }),
    // A dry run is true only for the moment.
    gcTime: 0,
    staleTime: 0,
  });

export const refreshBank = () => queryClient.invalidateQueries({ queryKey: bankKey });

/** Results of students change with an annulment: everything that shows them is read again. */
const refreshResults = () =>
  Promise.all([bankKey, ['quizzes'], ['dashboard']].map((queryKey) => queryClient.invalidateQueries({ queryKey })));

export const useCreateQuestion = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof createBankQuestion>) => call(createBankQuestion, { body }),
    onSuccess: refreshBank,
  });

export const useSaveQuestion = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof saveBankQuestion>) => call(saveBankQuestion, { params: { id }, body }),
    onSuccess: (question) => {
      queryClient.setQueryData(bankQuestionQuery(id).queryKey, question);
      return queryClient.invalidateQueries({ queryKey: [...bankKey, 'list'] });
    },
  });

export const useSetStatus = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof setQuestionStatus>) => call(setQuestionStatus, { params: { id }, body }),
    onSuccess: refreshBank,
  });

export const useDeleteQuestion = (id: number) =>
  useMutation({
    mutationFn: () => call(deleteBankQuestion, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [...bankKey, 'list'] }),
  });

export const useAnnul = (id: number) =>
  useMutation({
    mutationFn: (reason: string) => call(annulQuestion, { params: { id }, body: { reason } }),
    onSuccess: refreshResults,
  });

export const useReinstate = (id: number) =>
  useMutation({
    mutationFn: () => call(reinstateQuestion, { params: { id } }),
    onSuccess: refreshResults,
  });
