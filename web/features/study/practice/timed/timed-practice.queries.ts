import { useMutation } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import type { Practice } from '#contract/study/practice.ts';
import { getTimedPracticeOffer, startTimedPractice } from '#contract/study/timed-practice.ts';
import { call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { practiceQuery } from '../practice.queries.ts';

export const timedOfferQuery = readQuery(getTimedPracticeOffer, keys.practices.timed);

/** Notebook, review and lists leave its questions out from now on. */
const refreshAll = () =>
  Promise.all(
    [keys.practices.list, keys.practices.timed, keys.review.all, keys.questionLists.all].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey, refetchType: 'none' }),
    ),
  );

export const useStartTimed = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof startTimedPractice>) => call(startTimedPractice, { body }),
    onSuccess: refreshAll,
  });

/** Shows choices that the server has. */
export function showChoices(practiceId: number, sent: ReadonlyMap<number, number | null>, answered: number): void {
  queryClient.setQueryData(practiceQuery(practiceId).queryKey, (before: Practice | undefined) => {
    if (!before?.timed) return before;
    const questions = before.questions.map((one) =>
      sent.has(one.id) ? { ...one, chosenOptionId: sent.get(one.id) ?? null } : one,
    );
    return { ...before, answered, questions };
  });
}
