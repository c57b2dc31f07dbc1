import { keepPreviousData } from '@tanstack/react-query';
import { listCourses } from '#contract/content/course-list.ts';
import { getQuizStatistics } from '#contract/exams/quiz-statistics.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';
import type { StatisticsChoice } from './statistics-choice.ts';

export const statisticsQuery = (id: number, query: StatisticsChoice) =>
  readQuery(getQuizStatistics, schoolKeys.quizStatistics(id, query), {
    params: { id },
    query,
    placeholderData: keepPreviousData,
  });

/** The courses whose students can be analysed: a teacher's courses, for an administrator all. */
export const classesQuery = (isAdmin: boolean) =>
  readQuery(listCourses, schoolKeys.quizStatistics('courses'), { query: isAdmin ? {} : { mine: 'true' } });
