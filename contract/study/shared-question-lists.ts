import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { QUESTION_LIST_COURSES_MAX } from '#contract/limits.ts';
import { instant, rowId } from '#contract/shapes.ts';

const tokenParams = z.object({ token: z.string().check(z.regex(/^[0-9a-f]{32}$/)) });

export const shareQuestionList = endpoint({
  method: 'POST',
  path: '/api/question-lists/:id/share',
  access: 'signedIn',
  summary: "Makes the link by which others of the school copy the caller's list. Again is the same link.",
  response: z.object({ token: z.string() }),
});

export const unshareQuestionList = endpoint({
  method: 'DELETE',
  path: '/api/question-lists/:id/share',
  access: 'signedIn',
  summary: 'Ends the link of a list. Copies stay.',
});

export const getSharedQuestionList = endpoint({
  method: 'GET',
  path: '/api/shared-question-lists/:token',
  access: 'signedIn',
  needsAccess: true,
  weight: 5,
  summary: 'What a link shares: the name of a list, and how many of its questions one may have.',
  params: tokenParams,
  response: z.object({
    name: z.string(),
    total: z.number(),
    /** Those that a copy would have. */
    open: z.number(),
    teacher: z.nullable(z.string()),
    /** Where it is one's own. */
    ownId: z.nullable(z.number()),
  }),
});

const copied = z.object({ id: z.number(), total: z.number(), leftOut: z.number() });

export const copySharedQuestionList = endpoint({
  method: 'POST',
  path: '/api/shared-question-lists/:token/copy',
  access: 'signedIn',
  needsAccess: true,
  errors: ['conflict', 'nothing_to_practise'],
  weight: 5,
  summary: 'Copies a shared list, with the questions that one may practise. The same creationKey is the same copy.',
  params: tokenParams,
  body: z.object({ creationKey: z.uuid() }),
  response: copied,
  alsoAnswers: [201],
});

const offered = z.object({
  id: z.number(),
  name: z.string(),
  total: z.number(),
  teacher: z.nullable(z.string()),
  course: z.string(),
  offeredAt: instant,
  /** One's copy. */
  copyId: z.nullable(z.number()),
});
export type OfferedList = z.output<typeof offered>;

export const listOfferedQuestionLists = endpoint({
  method: 'GET',
  path: '/api/offered-question-lists',
  access: 'signedIn',
  needsAccess: true,
  summary: 'Lists that teachers offer to the courses that one follows, the newest first.',
  response: z.array(offered),
});

export const copyOfferedQuestionList = endpoint({
  method: 'POST',
  path: '/api/offered-question-lists/:id/copy',
  access: 'signedIn',
  needsAccess: true,
  errors: ['conflict', 'nothing_to_practise'],
  weight: 5,
  summary: 'Copies a list that is offered to a course one follows, with the questions that one may practise.',
  body: z.object({ creationKey: z.uuid() }),
  response: copied,
  alsoAnswers: [201],
});

export const offerQuestionList = endpoint({
  method: 'PUT',
  path: '/api/teacher/question-lists/:id/courses',
  access: 'author',
  summary:
    "Offers the caller's list to these of their courses, and to no others. `ended` ends offers to given-away courses.",
  body: z.object({
    courseIds: z.array(rowId).check(z.maxLength(QUESTION_LIST_COURSES_MAX)),
    ended: z._default(z.array(rowId).check(z.maxLength(QUESTION_LIST_COURSES_MAX)), []),
  }),
});
