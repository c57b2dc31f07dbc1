import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getCourse } from '#contract/content/courses.ts';
import {
  getReports,
  listCourseReports,
  listQuizReports,
  listReportedStudents,
  type StudentStanding,
} from '#contract/study/reports.ts';
import { call, callPage } from '#web/lib/api.ts';
import { keys } from '#web/lib/query-keys.ts';

export const reportsQuery = queryOptions({
  queryKey: keys.reports.all,
  queryFn: ({ signal }) => call(getReports, { signal }),
});

const PAGE = 20;

export const courseReportsQuery = infiniteQueryOptions({
  queryKey: keys.reports.courses,
  queryFn: ({ pageParam, signal }) =>
    callPage(listCourseReports, { query: { limit: PAGE, cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next ?? undefined,
});

export const quizReportsQuery = infiniteQueryOptions({
  queryKey: keys.reports.quizzes,
  queryFn: ({ pageParam, signal }) => callPage(listQuizReports, { query: { limit: PAGE, cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next ?? undefined,
});

export const reportedCourseQuery = (id: number) =>
  queryOptions({
    queryKey: keys.reports.course(id),
    queryFn: ({ signal }) => call(getCourse, { params: { id }, signal }),
  });

export const reportedStudentsQuery = (id: number, standing: StudentStanding) =>
  infiniteQueryOptions({
    queryKey: keys.reports.students(id, standing),
    queryFn: ({ pageParam, signal }) =>
      callPage(listReportedStudents, { params: { id }, query: { standing, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
