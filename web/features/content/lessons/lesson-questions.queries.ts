import { useMutation } from '@tanstack/react-query';
import { getLessonQuestions, saveLessonQuestions } from '#contract/content/lesson-questions.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import { call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

export const lessonQuestionsQuery = (lessonId: number) =>
  readQuery(getLessonQuestions, keys.lessons.questions(lessonId), { params: { id: lessonId } });

export const useChooseQuestions = (lessonId: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof saveLessonQuestions>) =>
      call(saveLessonQuestions, { params: { id: lessonId }, body }),
    onSuccess: (chosen) => {
      queryClient.setQueryData(lessonQuestionsQuery(lessonId).queryKey, chosen);
      return queryClient.invalidateQueries({ queryKey: keys.practices.ofLesson(lessonId) });
    },
    onError: toastFailure('Questões não salvas'),
  });
