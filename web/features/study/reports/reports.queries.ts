import { queryOptions } from '@tanstack/react-query';
import { getCourse } from '#contract/content/courses.ts';
import {
  getReports,
  listCourseReports,
  listQuizReports,
  listReportedStudents,
  type StudentStanding,
} from '#contract/study/reports.ts';
import { call } from '#web/lib/api.ts';
import { pagesQuery } from '#web/lib/pages-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';

export const reportsQuery = queryOptions({
  queryKey: schoolKeys.reports.all,
  queryFn: ({ signal }) => call(getReports, { signal }),
});

const PAGE = 20;

export const courseReportsQuery = pagesQuery(listCourseReports, schoolKeys.reports.courses, { query: { limit: PAGE } });

export const quizReportsQuery = pagesQuery(listQuizReports, schoolKeys.reports.quizzes, { query: { limit: PAGE } });

export const reportedCourseQuery = (id: number) =>
  queryOptions({
    queryKey: schoolKeys.reports.course(id),
    queryFn: ({ signal }) => call(getCourse, { params: { id }, signal }),
  });

export const reportedStudentsQuery = (id: number, standing: StudentStanding) =>
  pagesQuery(listReportedStudents, schoolKeys.reports.students(id, standing), { params: { id }, query: { standing } });
