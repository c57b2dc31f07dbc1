import { useMutation } from '@tanstack/react-query';
import type { BodyInput, QueryInput } from '#contract/endpoint.ts';
import {
  answerReview,
  changeMistake,
  getMistakeKey,
  getReviewForecast,
  getReviewToday,
  listMistakes,
  postponeReview,
  resumeReview,
} from '#contract/study/review.ts';
import { call } from '#web/lib/api.ts';
import { neverStale, queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toast } from '#web/ui/toast.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

export type ReviewRequest = QueryInput<typeof getReviewToday>;
export type MistakesRequest = QueryInput<typeof listMistakes>;
export type ReviewAnswer = BodyInput<typeof answerReview>;

export const reviewQuery = (query: ReviewRequest) => readQuery(getReviewToday, keys.review.today(query), { query });

export const mistakesQuery = (query: MistakesRequest) =>
  readQuery(listMistakes, keys.review.mistakes(query), { query });

/** Read once: each read counts as having seen the key. */
export const mistakeKeyQuery = (questionId: number) =>
  readQuery(getMistakeKey, keys.mistakeKey(questionId), { params: { questionId }, ...neverStale });

export const forecastQuery = readQuery(getReviewForecast, keys.review.forecast);

export const sendAnswer = (body: ReviewAnswer) => call(answerReview, { body });

/** Days with an answer, the notebook, tomorrow's list, the map and the next step follow from answers. */
export const forgetWhatAnswersChange = () =>
  Promise.all(
    [keys.review.all, keys.dashboard.all, keys.examMap.all].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey, refetchType: 'none' }),
    ),
  );

export const useNoteMistake = (questionId: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof changeMistake>) => call(changeMistake, { params: { questionId }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.review.all }),
    onError: toastFailure('Anotação não salva'),
  });

const takeBackPostponed = async (questionId: number) => {
  try {
    await call(resumeReview, { params: { questionId } });
    await queryClient.invalidateQueries({ queryKey: keys.review.all });
    return true;
  } catch (error) {
    toastFailure('Não foi possível desfazer')(error as Error);
    return false;
  }
};

/** Until tomorrow; the message offers to take it back. */
export const usePostpone = (questionId: number, onTakenBack?: () => void) =>
  useMutation({
    mutationFn: () => call(postponeReview, { params: { questionId } }),
    onSuccess: () => {
      toast({
        title: 'Adiada até amanhã',
        action: {
          label: 'Desfazer',
          onPress: () => void takeBackPostponed(questionId).then((isBack) => isBack && onTakenBack?.()),
        },
      });
      return forgetWhatAnswersChange();
    },
    onError: toastFailure('Questão não adiada'),
  });

export const useResume = (questionId: number) => useMutation({ mutationFn: () => takeBackPostponed(questionId) });
