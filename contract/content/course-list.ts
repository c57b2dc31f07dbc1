import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { paging, text } from '#contract/shapes.ts';
import { category, courseSummary, difficulty } from './courses.ts';

/** What the list can be narrowed to: of the exam one studies for, and begun but not finished. */
export const courseChoices = ['exam', 'started'] as const;
export type CourseChoice = (typeof courseChoices)[number];

export const listCourses = endpoint({
  method: 'GET',
  path: '/api/courses',
  access: 'signedIn',
  needsAccess: true,
  summary: 'Published courses, newest first; authors also see their own drafts (admins: all).',
  query: z.object({
    ...paging,
    search: z.optional(text(200)),
    category: z.optional(category),
    difficulty: z.optional(difficulty),
    mine: z.optional(z.literal('true')),
    show: z.optional(z.enum(courseChoices)),
  }),
  response: z.array(courseSummary),
});

export const countCourses = endpoint({
  method: 'GET',
  path: '/api/courses/counts',
  access: 'signedIn',
  needsAccess: true,
  summary: 'How many courses there are, in all and by each choice of the list.',
  response: z.object({
    all: z.number(),
    started: z.number(),
    /** The exam one studies for, and the courses with lessons of its subjects; null without an exam or its syllabus. */
    exam: z.nullable(z.object({ name: z.string(), date: z.string(), courses: z.number() })),
  }),
});
