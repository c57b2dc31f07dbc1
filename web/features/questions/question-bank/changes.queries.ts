import { useMutation } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import { listAuthoredQuizzes } from '#contract/exams/quiz-authoring.ts';
import { getComposition, saveComposition } from '#contract/exams/quiz-composition.ts';
import { QUIZ_QUESTIONS_MAX } from '#contract/limits.ts';
import { changeQuestions, listQuestionChanges, undoQuestionChange } from '#contract/questions/question-changes.ts';
import { call } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';

export const changesQuery = readQuery(listQuestionChanges, schoolKeys.bank.changes);

export const useChangeQuestions = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof changeQuestions>) => call(changeQuestions, { body }),
    onSettled: () => void invalidate(schoolKeys.bank.all),
  });

export const useUndoChange = () =>
  useMutation({
    mutationFn: (id: number) => call(undoQuestionChange, { params: { id } }),
    onSettled: () => void invalidate(schoolKeys.bank.all),
  });

const QUIZZES_OFFERED = 200;

/** The simulados that can take questions, last changed first. */
export const quizChoicesQuery = readQuery(listAuthoredQuizzes, schoolKeys.bank.available('quizzes'), {
  query: { limit: QUIZZES_OFFERED },
});

/** Appends the questions to the draft; those that it contains already keep their position. */
export const useAddToQuiz = () =>
  useMutation({
    mutationFn: async ({ quizId, ids }: { quizId: number; ids: readonly number[] }) => {
      const composition = await call(getComposition, { params: { id: quizId } });
      const held = composition.questions.map(({ id }) => id);
      const added = ids.filter((id) => !held.includes(id));
      const drawn = composition.draws.reduce((sum, { count }) => sum + count, 0);
      const most = QUIZ_QUESTIONS_MAX - held.length - drawn;
      if (added.length > most) {
        throw new Error(`Cabem mais ${plural(Math.max(0, most), 'questão', 'questões')} neste simulado.`);
      }
      const { revision, draws, shuffleOptions, isTraining } = composition;
      await call(saveComposition, {
        params: { id: quizId },
        body: { revision, draws, shuffleOptions, isTraining, questionIds: [...held, ...added] },
      });
      return added.length;
    },
    onSettled: () => void invalidate(schoolKeys.bank.all, schoolKeys.authoredQuizzes.all),
  });
