import { useMutation, useQueryClient } from '@tanstack/react-query';
import { listLessons } from '#contract/content/lessons.ts';
import { getTrial, saveTrial, switchTrial, type Trial } from '#contract/school/trial.ts';
import { call } from '#web/lib/api.ts';
import { keepRows, pagesQuery } from '#web/lib/pages-query.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

export const trialQuery = readQuery(getTrial, keys.trial);

const LESSONS = 30;

/** Lessons to choose from, newest first. */
export const lessonChoicesQuery = (search: string) =>
  pagesQuery(listLessons, keys.lessons.pages('trial', search), {
    query: { search: search || undefined, limit: LESSONS },
    ...keepRows,
  });

type Choice = { lessonId: number | null; questionIds: number[] };

export const choiceOf = (trial: Trial): Choice => ({
  lessonId: trial.lesson?.id ?? null,
  questionIds: trial.questions.map(({ id }) => id),
});

/** Every choice is saved at once, in full, over the version that was read. */
export function useChoose(trial: Trial) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wish: Partial<Choice>) =>
      call(saveTrial, { body: { ...choiceOf(trial), ...wish, revision: trial.revision } }),
    onSuccess: (saved) => client.setQueryData(trialQuery.queryKey, saved),
    onError: async (error) => {
      toastFailure('Não foi possível salvar')(error);
      await invalidate(keys.trial);
    },
  });
}

export function useSwitch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isOn: boolean) => call(switchTrial, { body: { isOn } }),
    onSuccess: (saved) => client.setQueryData(trialQuery.queryKey, saved),
    onError: async (error) => {
      toastFailure('Não foi possível mudar')(error);
      await invalidate(keys.trial);
    },
  });
}
