import { useMutation } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import { answerPractice, getLessonPractice, type Practice, startPractice } from '#contract/study/practice.ts';
import { call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

export const lessonPracticeQuery = (lessonId: number) =>
  readQuery(getLessonPractice, keys.practices.ofLesson(lessonId), { params: { id: lessonId } });

/** An answer changes study days, practices and memory states: their cached data is invalidated. */
const forget = () =>
  Promise.all(
    [keys.practices.all, keys.review.all, keys.quizzes.all, keys.dashboard.all].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey, refetchType: 'none' }),
    ),
  );

export const useBeginAtLesson = (lessonId: number) =>
  useMutation({
    mutationFn: (creationKey: string) => call(startPractice, { body: { kind: 'free', lessonId, creationKey } }),
    onError: toastFailure('Questões não abertas'),
  });

export const useAnswerAtLesson = ({ id }: Practice) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof answerPractice>) => call(answerPractice, { params: { id }, body }),
    onSuccess: forget,
    onError: toastFailure('Resposta não enviada'),
  });
