import { getCourse } from '#contract/content/courses.ts';
import {
  getReports,
  listCourseReports,
  listQuizReports,
  listReportedStudents,
  type StudentStanding,
} from '#contract/study/reports.ts';
import { pagesQuery } from '#web/lib/pages-query.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';

export const reportsQuery = readQuery(getReports, schoolKeys.reports.all);

const PAGE = 20;

export const courseReportsQuery = pagesQuery(listCourseReports, schoolKeys.reports.courses, { query: { limit: PAGE } });

export const quizReportsQuery = pagesQuery(listQuizReports, schoolKeys.reports.quizzes, { query: { limit: PAGE } });

export const reportedCourseQuery = (id: number) =>
  readQuery(getCourse, schoolKeys.reports.course(id), { params: { id } });

export const reportedStudentsQuery = (id: number, standing: StudentStanding) =>
  pagesQuery(listReportedStudents, schoolKeys.reports.students(id, standing), { params: { id }, query: { standing } });
