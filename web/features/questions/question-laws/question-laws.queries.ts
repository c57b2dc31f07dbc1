import { useMutation } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import {
  decideQuestionCitation,
  getQuestionLaws,
  listLawSuggestions,
  setQuestionArticle,
} from '#contract/questions/question-laws.ts';
import { call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

export const questionLawsQuery = (id: number) =>
  readQuery(getQuestionLaws, keys.laws('for-author', id), { params: { id } });

export const lawSuggestionsQuery = (id: number) =>
  readQuery(listLawSuggestions, keys.laws('suggestions', id), { params: { id } });

const store = (id: number) => (laws: Awaited<ReturnType<typeof fetchLaws>>) =>
  queryClient.setQueryData(questionLawsQuery(id).queryKey, laws);
const fetchLaws = (id: number, body: BodyInput<typeof setQuestionArticle>) =>
  call(setQuestionArticle, { params: { id }, body });

/** What the dialog of a citation stores; it shows the failure itself. */
export const useDecideQuestionCitation = (id: number, of: 'question' | 'base_text') =>
  useMutation({
    mutationFn: (body: Omit<BodyInput<typeof decideQuestionCitation>, 'of'>) =>
      call(decideQuestionCitation, { params: { id }, body: { ...body, of } }),
    onSuccess: store(id),
  });

export const useSetArticle = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof setQuestionArticle>) => fetchLaws(id, body),
    onSuccess: store(id),
    onError: toastFailure('Artigo não ligado'),
  });
