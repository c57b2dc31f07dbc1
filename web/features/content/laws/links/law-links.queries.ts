import { useMutation } from '@tanstack/react-query';
import { decideLawCitation, listLawCitations } from '#contract/content/law-citations.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import { listQuestionLaws } from '#contract/study/law-study.ts';
import { call } from '#web/lib/api.ts';
import { invalidate, queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';

export const lawLinksQuery = (lessonId: number) =>
  readQuery(listLawCitations, keys.laws('links', lessonId), { params: { id: lessonId } });

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
  readQuery(listQuestionLaws, keys.laws('of-question', questionId), { params: { id: questionId } });
