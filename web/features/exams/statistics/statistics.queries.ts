import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listCourses } from '#contract/content/course-list.ts';
import { getQuizStatistics } from '#contract/exams/quiz-statistics.ts';
import { call } from '#web/lib/api.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';
import type { StatisticsChoice } from './statistics-choice.ts';

export const statisticsQuery = (id: number, query: StatisticsChoice) =>
  queryOptions({
    queryKey: schoolKeys.quizStatistics(id, query),
    queryFn: ({ signal }) => call(getQuizStatistics, { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  });

/** The courses whose students can be analysed: a teacher's courses, for an administrator all. */
export const classesQuery = (isAdmin: boolean) =>
  queryOptions({
    queryKey: schoolKeys.quizStatistics('courses'),
    queryFn: ({ signal }) => call(listCourses, { query: isAdmin ? {} : { mine: 'true' }, signal }),
  });
