import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import {
  COURSE_DESCRIPTION_MAX,
  COURSE_DURATION_MAX,
  COURSE_ITEMS_MAX,
  COURSE_MODULE_MAX,
  COURSE_TITLE_MAX,
  RATING_MAX,
} from '#contract/limits.ts';
import { imageAddress } from '#contract/platform/image-address.ts';
import { id, instant, paging, requiredText, revision, rowId, stored, text, userId } from '#contract/shapes.ts';

export const categories = [
  'GERAL',
  'DIREITO',
  'FÍSICO',
  'PSICOLOGIA',
  'PORTUGUÊS',
  'MATEMÁTICA',
  'HISTÓRIA',
  'GEOGRAFIA',
] as const;
export const category = z.enum(categories, 'Escolha uma das categorias.');
export type Category = z.output<typeof category>;

export const difficulties = ['beginner', 'intermediate', 'advanced'] as const;
export const difficulty = z.enum(difficulties, 'Escolha um dos níveis.');
export type Difficulty = z.output<typeof difficulty>;

export const itemKinds = ['lesson', 'quiz'] as const;
export type ItemKind = (typeof itemKinds)[number];

/** Percent of a course's items that are done. Only a finished course says 100, only an untouched one 0. */
export function progressPercent(done: number, total: number): number {
  if (total === 0 || done <= 0) return 0;
  if (done >= total) return 100;
  return Math.min(99, Math.max(1, Math.round((done / total) * 100)));
}

export const course = z.object({
  id,
  title: z.string(),
  description: z.string(),
  category: stored(category, 'GERAL'),
  difficulty: stored(difficulty, 'beginner'),
  /** Minutes; null: it varies. */
  duration: z.nullable(z.number()),
  isPublished: z.boolean(),
  imageUrl: z.nullable(z.string()),
  /** Null: the school's team. */
  instructorId: z.nullable(userId),
  instructorName: z.nullable(z.string()),
  createdAt: instant,
  updatedAt: instant,
  /** Sent back with a change; an older one is refused with 409. */
  version: z.number(),
});
export type Course = z.output<typeof course>;

/** What a student has made of a course. */
const standing = z.object({ progress: z.number(), done: z.number(), total: z.number() });

export const courseSummary = z.object({
  ...course.shape,
  lessonCount: z.number(),
  quizCount: z.number(),
  students: z.number(),
  averageRating: z.nullable(z.number()),
  ratingCount: z.number(),
  /** Null: not enrolled. */
  enrollment: z.nullable(standing),
  /** Part of what was bought; always so for who is not bound. */
  isOpen: z.boolean(),
});
export type CourseSummary = z.output<typeof courseSummary>;

export const courseItem = z.object({
  kind: z.enum(itemKinds),
  id,
  title: z.string(),
  /** The title over it and its neighbours with the same; '': none. */
  module: z.string(),
  /** A lesson's subject. */
  subjectName: z.nullable(z.string()),
  /** Estimated reading time, or the time limit; null: no limit. */
  minutes: z.nullable(z.number()),
  /** Only for a quiz. */
  questionCount: z.nullable(z.number()),
  passingScore: z.nullable(z.number()),
  /** The lesson is done, the quiz is passed. */
  done: z.boolean(),
});
export type CourseItem = z.output<typeof courseItem>;

export const courseDetail = z.object({
  ...courseSummary.shape,
  items: z.array(courseItem),
  myRating: z.nullable(z.number()),
  /** When every item was done for the first time. */
  completedAt: z.nullable(instant),
  canEdit: z.boolean(),
});
export type CourseDetail = z.output<typeof courseDetail>;

const durationRange = `Informe de 0 a ${COURSE_DURATION_MAX} minutos, ou deixe em branco.`;
const duration = z.nullable(
  z
    .number(durationRange)
    .check(z.int(durationRange), z.gte(0, durationRange), z.lte(COURSE_DURATION_MAX, durationRange)),
);

/** Only pictures that were uploaded here: the product's own pages make no request to third parties. */
export const imageUrl = z.nullable(z.string().check(z.regex(imageAddress, 'Envie a imagem pelo editor.')));

export const courseFields = {
  title: requiredText(COURSE_TITLE_MAX, 'Por favor, insira um título para o curso.'),
  description: text(COURSE_DESCRIPTION_MAX),
  category,
  difficulty,
  duration,
  isPublished: z.boolean(),
  imageUrl: z._default(imageUrl, null),
  /** A teacher's is replaced by their own; an admin may name another author. */
  instructorId: z.optional(z.nullable(userId)),
};

export const getCourse = endpoint({
  method: 'GET',
  path: '/api/courses/:id',
  access: 'signedIn',
  needsAccess: 'course',
  summary: 'One course with its lessons and quizzes in order, and what the caller has completed.',
  response: courseDetail,
});

export const createCourse = endpoint({
  method: 'POST',
  path: '/api/courses',
  access: 'author',
  errors: ['conflict'],
  summary: 'Creates a course without content. The same creationKey is the same course.',
  body: z.object({
    ...courseFields,
    description: z._default(courseFields.description, ''),
    category: z._default(category, 'GERAL'),
    difficulty: z._default(difficulty, 'beginner'),
    duration: z._default(duration, 60),
    isPublished: z._default(z.boolean(), false),
    creationKey: z.optional(z.uuid()),
  }),
  response: course,
  alsoAnswers: [201],
});

export const version = revision;

export const updateCourse = endpoint({
  method: 'PUT',
  path: '/api/courses/:id',
  access: 'author',
  errors: ['version_conflict'],
  summary:
    'Changes a course; teachers change their own, administrators any. 409 when `version` is no longer the newest.',
  body: z.object({ ...courseFields, imageUrl, version }),
  response: course,
});

export const deleteCourse = endpoint({
  method: 'DELETE',
  path: '/api/courses/:id',
  access: 'author',
  summary: "Takes a course away; students' progress is kept.",
});

const itemRef = z.object({
  kind: z.enum(itemKinds),
  id: rowId,
  /** Left out: as it stands. */
  module: z.optional(text(COURSE_MODULE_MAX)),
});
export type ItemRef = z.output<typeof itemRef>;

export const items = z.array(itemRef).check(
  z.maxLength(COURSE_ITEMS_MAX, `Use no máximo ${COURSE_ITEMS_MAX} itens.`),
  z.refine((refs) => new Set(refs.map((item) => `${item.kind}${item.id}`)).size === refs.length, {
    error: 'O mesmo item aparece duas vezes.',
  }),
);

export const saveCourseItems = endpoint({
  method: 'PUT',
  path: '/api/courses/:id/items',
  access: 'author',
  errors: ['version_conflict'],
  summary: 'Replaces the ordered lessons and quizzes; 409 when `version` is no longer the newest.',
  body: z.object({ items, version }),
  response: courseDetail,
});

export const enroll = endpoint({
  method: 'POST',
  path: '/api/courses/:id/enrollment',
  access: 'signedIn',
  needsAccess: 'course',
  errors: ['forbidden'],
  summary: 'Enrols a student; again is the same enrolment.',
  response: courseDetail,
  alsoAnswers: [201],
});

export const leaveCourse = endpoint({
  method: 'DELETE',
  path: '/api/courses/:id/enrollment',
  access: 'signedIn',
  summary: 'Ends the enrolment; done lessons and attempts stay.',
});

export const rateCourse = endpoint({
  method: 'PUT',
  path: '/api/courses/:id/rating',
  access: 'signedIn',
  needsAccess: 'course',
  errors: ['not_enrolled', 'nothing_studied'],
  summary: 'Rates a course one is enrolled in and has studied something of, 1 to 5; again replaces.',
  body: z.object({
    stars: z
      .number('Dê uma nota de 1 a 5.')
      .check(
        z.int('Dê uma nota de 1 a 5.'),
        z.gte(1, 'Dê uma nota de 1 a 5.'),
        z.lte(RATING_MAX, 'Dê uma nota de 1 a 5.'),
      ),
  }),
  response: z.object({ myRating: z.number(), averageRating: z.nullable(z.number()), ratingCount: z.number() }),
});

export const enrollment = z.object({
  id,
  /** Percent. */
  progress: z.number(),
  done: z.number(),
  total: z.number(),
  course,
  enrolledAt: instant,
  lastActivityAt: instant,
  completedAt: z.nullable(instant),
});
export type Enrollment = z.output<typeof enrollment>;

export const listFinishedCourses = endpoint({
  method: 'GET',
  path: '/api/finished-courses',
  access: 'signedIn',
  summary: 'The courses with this lesson or quiz that one has finished, newest first, with their certificates.',
  query: z.object({ kind: z.enum(itemKinds), id }),
  response: z.array(
    z.object({
      id,
      title: z.string(),
      completedAt: instant,
      /** Null: it is being made, or was taken back. */
      certificateCode: z.nullable(z.string()),
    }),
  ),
});

export const listMyEnrollments = endpoint({
  method: 'GET',
  path: '/api/my-enrollments',
  access: 'signedIn',
  summary: "One's courses with the progress in each, last studied first.",
  query: z.object(paging),
  response: z.array(enrollment),
});

export const getCourseStats = endpoint({
  method: 'GET',
  path: '/api/courses/:id/stats',
  access: 'author',
  mayLag: true,
  summary: 'Students, progress, ratings and items of a course; teachers see their own, administrators any.',
  weight: 5,
  response: z.object({
    course,
    students: z.number(),
    /** Enrolled in the last 30 days. */
    newStudents: z.number(),
    completions: z.number(),
    averageProgress: z.nullable(z.number()),
    averageRating: z.nullable(z.number()),
    /** How many gave 1, 2, 3, 4 and 5. */
    ratings: z.array(z.number()),
    items: z.array(z.object({ kind: z.enum(itemKinds), id, title: z.string(), done: z.number() })),
  }),
});

export const listCourseStudents = endpoint({
  method: 'GET',
  path: '/api/courses/:id/students',
  access: 'author',
  mayLag: true,
  summary: 'Who is enrolled, last enrolled first, with the progress of each.',
  query: z.object(paging),
  weight: 5,
  response: z.array(
    z.object({
      id: userId,
      name: z.string(),
      enrolledAt: instant,
      progress: z.number(),
      done: z.number(),
      total: z.number(),
      completedAt: z.nullable(instant),
    }),
  ),
});

export const listInstructors = endpoint({
  method: 'GET',
  path: '/api/admin/instructors',
  access: 'admin',
  summary: 'Active teachers and admins by name, whom a course can be given to.',
  response: z.array(z.object({ id: userId, name: z.string() })),
});
