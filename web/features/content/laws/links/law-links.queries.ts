import { queryOptions, useMutation } from '@tanstack/react-query';
import { decideLawCitation, listLawCitations } from '#contract/content/law-citations.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import { listQuestionLaws } from '#contract/study/law-study.ts';
import { call } from '#web/lib/api.ts';
import { invalidate, queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';

export const lawLinksQuery = (lessonId: number) =>
  queryOptions({
    queryKey: keys.laws('links', lessonId),
    queryFn: ({ signal }) => call(listLawCitations, { params: { id: lessonId }, signal }),
  });

export const useDecideCitation = (lessonId: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof decideLawCitation>) =>
      call(decideLawCitation, { params: { id: lessonId }, body }),
    onSuccess: (links) => {
      queryClient.setQueryData(lawLinksQuery(lessonId).queryKey, links);
      return invalidate(keys.laws('article'));
    },
  });

/** Only for answered questions: the server leaves out what an open attempt asks. */
export const questionLinksQuery = (questionId: number) =>
  queryOptions({
    queryKey: keys.laws('of-question', questionId),
    queryFn: ({ signal }) => call(listQuestionLaws, { params: { id: questionId }, signal }),
  });
