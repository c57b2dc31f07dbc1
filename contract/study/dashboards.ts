import * as z from 'zod/mini';
import { courseSummary, enrollment, itemKinds } from '#contract/content/courses.ts';
import { day, studyWeek } from '#contract/content/study-time.ts';
import { endpoint } from '#contract/endpoint.ts';
import { withheldBy } from '#contract/exams/mock-exams.ts';
import { extraTime } from '#contract/exams/shown-window.ts';
import { id, instant } from '#contract/shapes.ts';

export const recentAttempt = z.object({
  id,
  quizId: id,
  quizTitle: z.string(),
  /** 0 to 10. Score, hits, percent and pass are null while the result is withheld. */
  score: z.nullable(z.number()),
  correctAnswers: z.nullable(z.number()),
  totalQuestions: z.number(),
  percent: z.nullable(z.number()),
  passed: z.nullable(z.boolean()),
  withheldBy,
  createdAt: instant,
});
export type RecentAttempt = z.output<typeof recentAttempt>;

export const subjectResult = z.object({
  id,
  name: z.string(),
  correct: z.number(),
  total: z.number(),
  percent: z.number(),
});
export type SubjectResult = z.output<typeof subjectResult>;

/** What to go on with: an open attempt, else the lesson one stopped in, else the next item of a course. */
export const nextStep = z.object({
  reason: z.enum(['attempt', 'reading', 'course']),
  kind: z.enum(itemKinds),
  id,
  title: z.string(),
  /** The subject of a lesson, or the course whose next item this is. */
  context: z.nullable(z.string()),
  /** How far it was read or answered, 0 to 100. */
  percent: z.number(),
  minutesLeft: z.nullable(z.number()),
});
export type NextStep = z.output<typeof nextStep>;

export const studentDashboard = z.object({
  /**
   * Whether home asks the three questions of a first day: the student has studied nothing and has not dismissed them.
   */
  isFirstDay: z.boolean(),
  /**
   * Consecutive days of study. Today counts as soon as the student has studied; until then the streak of yesterday is
   * shown.
   */
  studyStreak: z.number(),
  longestStreak: z.number(),
  studiedToday: z.boolean(),
  /** Five weeks from Monday to Sunday, the last one being this week. */
  calendar: z.array(z.object({ day, studied: z.boolean() })),
  today: day,
  recentQuizAttempts: z.array(recentAttempt),
  quizzes: z.object({
    taken: z.number(),
    /** Counted among the results that are not withheld. */
    passed: z.number(),
    /** The last results that show, in percent, oldest first. */
    history: z.array(z.object({ percent: z.number(), passed: z.boolean() })),
  }),
  /** Over all courses one is enrolled in; a lesson in two courses counts once. */
  progress: z.object({ percent: z.number(), done: z.number(), total: z.number() }),
  /** Up to three in progress, last studied first. */
  courses: z.array(enrollment),
  enrollmentCount: z.number(),
  /** Whether there is any published course to enrol in. */
  hasCourses: z.boolean(),
  week: studyWeek,
  /** Results of the last 30 days, best first; without the questions of an open attempt. */
  subjects: z.array(subjectResult),
  next: z.nullable(nextStep),
  /** The exam that everybody takes together, while it is open or opens within the hour, and is still to be handed in. */
  exam: z.nullable(
    z.object({
      quizId: id,
      title: z.string(),
      questionCount: z.number(),
      /** Minutes of everybody. */
      timeLimit: z.nullable(z.number()),
      extraTime,
      opensAt: instant,
      closesAt: instant,
      resultsAt: instant,
      /** A late start shortens the attempt. */
      endsForAll: z.boolean(),
      serverTime: instant,
    }),
  ),
  /** Whether lessons and simulados are open, and the last day of what was; null: without an end, or there was none. */
  access: z.object({ active: z.boolean(), endsOn: z.nullable(z.string()) }),
});
export type StudentDashboard = z.output<typeof studentDashboard>;

export const getStudentDashboard = endpoint({
  method: 'GET',
  path: '/api/dashboard/student',
  access: 'signedIn',
  summary: 'Everything the student dashboard shows, in one answer.',
  response: studentDashboard,
});

export const teacherDashboard = z.object({
  /** Distinct students enrolled in at least one of the courses. */
  totalStudents: z.number(),
  totalCourses: z.number(),
  averageRating: z.nullable(z.number()),
  totalCertificates: z.number(),
  /** What the four figures were less 30 days ago; null: there was no figure then. */
  changes: z.object({
    totalStudents: z.number(),
    totalCourses: z.number(),
    averageRating: z.nullable(z.number()),
    totalCertificates: z.number(),
  }),
  /** The caller's courses (admins: all), newest first. */
  courses: z.array(courseSummary),
});
export type TeacherDashboard = z.output<typeof teacherDashboard>;

export const getTeacherDashboard = endpoint({
  method: 'GET',
  path: '/api/dashboard/teacher',
  access: 'author',
  summary: 'Everything the teacher area shows, in one answer.',
  weight: 5,
  response: teacherDashboard,
});
