import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { id, stored, userId } from '#contract/shapes.ts';

/**
 * How long a purchase opens the lessons: until the exam and `count` months after it, for `count` days, until a day, or
 * without an end. Every end is the end of that day in America/Sao_Paulo.
 */
export const accessRuleKinds = ['exam_months', 'days', 'until', 'endless'] as const;
export const accessRuleKind = z.enum(accessRuleKinds);
export type AccessRuleKind = z.output<typeof accessRuleKind>;

export const accessRule = z.object({
  kind: stored(accessRuleKind, 'exam_months'),
  /** Months after the exam, or days; null where the kind has none. */
  count: z.nullable(z.int()),
  /** A calendar day; null where the kind has none. */
  until: z.nullable(z.string()),
});
export type AccessRule = z.output<typeof accessRule>;

/** Who follows no exam, where the offer has none either, may study for this long. */
export const MONTHS_WITHOUT_EXAM = 12;
/** How long before the end of their access students are notified. */
export const ACCESS_NOTICE_DAYS = [30, 7, 1] as const;

/** Courses by name, where something opens only some of them. */
export const openedCourses = z.nullable(z.array(z.object({ id, title: z.string() })));

export const myAccess = z.object({
  active: z.boolean(),
  /** The last day of access, a calendar day in America/Sao_Paulo; null: without an end, or there never was any. */
  endsOn: z.nullable(z.string()),
  /** The rule that decides that day; null for who is not bound by any. */
  rule: z.nullable(accessRule),
  /** The exam that the end goes by, where it goes by one. */
  exam: z.nullable(z.object({ id, name: z.string(), date: z.string() })),
  /** What may be studied; null: every course. */
  courses: openedCourses,
  /** Corrections of essays left; null or missing: they are not counted. */
  correctionsLeft: z.optional(z.nullable(z.int())),
});
export type MyAccess = z.output<typeof myAccess>;

export const getMyAccess = endpoint({
  method: 'GET',
  path: '/api/my-access',
  access: 'signedIn',
  summary: 'Until when one may study. Teachers and administrators are not bound.',
  response: myAccess,
});

/** How many people the answer names. */
export const ENDING_ACCESS_SHOWN = 3;
/** How far ahead an end of access is announced to the office. */
export const ENDING_ACCESS_DAYS = 30;

export const getEndingAccess = endpoint({
  method: 'GET',
  path: '/api/admin/ending-access',
  access: 'office',
  summary: 'The students whose access ends first within the next 30 days, soonest first; at most three.',
  response: z.object({
    people: z.array(z.object({ id: userId, name: z.string(), endsOn: z.string(), daysLeft: z.int() })),
  }),
});
