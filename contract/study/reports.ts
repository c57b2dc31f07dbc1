import * as z from 'zod/mini';
import { binary, endpoint } from '#contract/endpoint.ts';
import { REPORT_PAGE, REPORT_PAGE_MAX } from '#contract/limits.ts';
import { id, instant, text, userId } from '#contract/shapes.ts';

export const courseReport = z.object({
  id,
  title: z.string(),
  isPublished: z.boolean(),
  /** Enrolled now. */
  students: z.number(),
  /** Enrolled in the last 30 days. */
  newStudents: z.number(),
  /** Enrolled students who finished. */
  completed: z.number(),
  /** Enrolled students who have not finished and have studied nothing for 14 days. */
  stopped: z.number(),
});
export type CourseReport = z.output<typeof courseReport>;

export const quizReport = z.object({
  id,
  title: z.string(),
  attempts: z.number(),
  students: z.number(),
  averagePercent: z.nullable(z.number()),
  passedPercent: z.nullable(z.number()),
});
export type QuizReport = z.output<typeof quizReport>;

export const reportWeek = z.object({
  /** Its Monday, in America/Sao_Paulo. */
  week: z.string(),
  enrolments: z.number(),
  completions: z.number(),
});
export type ReportWeek = z.output<typeof reportWeek>;

/** The sums over all courses. Counts enrolments, not people: a student in two courses counts twice. */
export const reportTotals = z.object({
  students: z.number(),
  newStudents: z.number(),
  completed: z.number(),
  stopped: z.number(),
});
export type ReportTotals = z.output<typeof reportTotals>;

export const getReports = endpoint({
  method: 'GET',
  path: '/api/reports',
  access: 'author',
  mayLag: true,
  summary: "How the caller's courses do together (administrators: all), and the last 12 weeks.",
  response: z.object({ totals: reportTotals, weeks: z.array(reportWeek) }),
});

const reportPage = {
  limit: z._default(z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(REPORT_PAGE_MAX)), REPORT_PAGE),
  cursor: z.optional(text(200)),
};

export const listCourseReports = endpoint({
  method: 'GET',
  path: '/api/reports/courses',
  access: 'author',
  mayLag: true,
  summary: "How each of the caller's courses does (administrators: all), newest first.",
  query: z.object(reportPage),
  response: z.array(courseReport),
});

export const listQuizReports = endpoint({
  method: 'GET',
  path: '/api/reports/quizzes',
  access: 'author',
  mayLag: true,
  summary: "How each of the caller's published quizzes does (administrators: all), last published first.",
  query: z.object(reportPage),
  response: z.array(quizReport),
});

export const exportReports = endpoint({
  method: 'GET',
  path: '/api/reports/courses.csv',
  access: 'author',
  mayLag: true,
  summary: 'The courses of the report as CSV.',
  work: 'export',
  weight: 20,
  response: binary,
});

export const exportQuizReports = endpoint({
  method: 'GET',
  path: '/api/reports/quizzes.csv',
  access: 'author',
  mayLag: true,
  summary: 'The quizzes of the report as CSV; question by question is the statistics of each quiz.',
  work: 'export',
  weight: 20,
  response: binary,
});

export const studentStandings = ['all', 'stopped', 'completed'] as const;
export const studentStanding = z.enum(studentStandings);
export type StudentStanding = z.output<typeof studentStanding>;

export const reportedStudent = z.object({
  id: userId,
  name: z.string(),
  enrolledAt: instant,
  done: z.number(),
  total: z.number(),
  progress: z.number(),
  /** The last day with study of any kind; null: none yet. */
  lastStudyDay: z.nullable(z.string()),
  completedAt: z.nullable(instant),
  stopped: z.boolean(),
});
export type ReportedStudent = z.output<typeof reportedStudent>;

export const listReportedStudents = endpoint({
  method: 'GET',
  path: '/api/reports/courses/:id/students',
  access: 'author',
  mayLag: true,
  summary: 'The students of a course, last enrolled first. Teachers see their own courses, administrators any.',
  query: z.object({
    standing: z._default(studentStanding, 'all'),
    ...reportPage,
  }),
  weight: 5,
  response: z.array(reportedStudent),
});

export const exportStudents = endpoint({
  method: 'GET',
  path: '/api/reports/courses/:id/students.csv',
  access: 'author',
  mayLag: true,
  // Other people's results, all at once and out of the product.
  freshProof: true,
  summary: 'The same as CSV, all of them.',
  query: z.object({ standing: z._default(studentStanding, 'all') }),
  work: 'export',
  weight: 20,
  response: binary,
});
