import { queryOptions } from '@tanstack/react-query';
import { listLessons } from '#contract/content/lessons.ts';
import { listSubjects } from '#contract/content/subjects.ts';
import { listQuizzes } from '#contract/exams/quiz-overview.ts';
import { call } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { keys } from '#web/lib/query-keys.ts';

/** Every lesson, with its subject, as something to put into a course. */
export const availableLessonsQuery = queryOptions({
  queryKey: keys.courses.lessonChoices,
  queryFn: async ({ signal }) => {
    const [lessons, subjects] = await Promise.all([
      call(listLessons, { query: {}, signal }),
      call(listSubjects, { signal }),
    ]);
    const names = new Map(subjects.map(({ id, name }) => [id, name]));
    return lessons.map(({ id, title, subjectId }) => ({
      kind: 'lesson' as const,
      id,
      title,
      note: (subjectId !== null && names.get(subjectId)) || 'Sem matéria',
    }));
  },
});

/** Published quizzes only: a draft cannot be taken. */
export const availableQuizzesQuery = queryOptions({
  queryKey: keys.courses.quizChoices,
  queryFn: async ({ signal }) =>
    (await call(listQuizzes, { query: {}, signal })).map(({ id, title, questionCount }) => ({
      kind: 'quiz' as const,
      id,
      title,
      note: plural(questionCount, 'questão', 'questões'),
    })),
});
