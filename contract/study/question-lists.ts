import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { postponesTo, withheldBy } from '#contract/exams/mock-exams.ts';
import { QUESTION_LIST_ADD_MAX, QUESTION_LIST_NAME_MAX, QUESTION_LIST_QUESTIONS_MAX } from '#contract/limits.ts';
import { outdated } from '#contract/question-status.ts';
import { question } from '#contract/questions/question.ts';
import { id, instant, requiredText, rowId, stored } from '#contract/shapes.ts';
import { practiceFilters } from './practice.ts';

/** own: as the owner arranged it; most-wrong: by the student's wrong answers anywhere; easy-first: by difficulty. */
export const listOrderings = ['own', 'most-wrong', 'easy-first', 'shuffled'] as const;
const ordering = z.enum(listOrderings);
export type ListOrdering = z.output<typeof ordering>;

const name = requiredText(QUESTION_LIST_NAME_MAX, 'Dê um nome ao caderno.');

const summary = {
  id: z.number(),
  name: z.string(),
  /** Questions that fit its filter later are added. */
  isLiving: z.boolean(),
  hasFilter: z.boolean(),
  ordering: stored(ordering, 'own'),
  total: z.number(),
  /** Questions that were answered inside the list since it was begun. */
  answered: z.number(),
  /** Null while one of the answered questions is in an open attempt. */
  correct: z.nullable(z.number()),
  withheldBy,
  createdAt: instant,
  usedAt: instant,
  /** How many people copied it. */
  copies: z.number(),
  /** The teacher whose list it is a copy of; null where it was copied from a student, or made here. */
  teacher: z.nullable(z.string()),
};

const listSummary = z.object({
  ...summary,
  /** Whether it has the question that the query names. */
  hasQuestion: z.boolean(),
});
export type QuestionListSummary = z.output<typeof listSummary>;

export const listQuestionLists = endpoint({
  method: 'GET',
  path: '/api/question-lists',
  access: 'signedIn',
  summary: "The caller's lists of questions, the last used first.",
  query: z.object({ questionId: z.optional(id) }),
  response: z.array(listSummary),
});

export const createQuestionList = endpoint({
  method: 'POST',
  path: '/api/question-lists',
  access: 'signedIn',
  needsAccess: true,
  errors: ['conflict', 'nothing_to_practise'],
  summary:
    'Makes a list of the questions that fit a filter (a living one follows it), of named ones, or an empty one. The same creationKey is the same list.',
  weight: 5,
  body: z.object({
    name,
    filter: z.optional(practiceFilters),
    isLiving: z._default(z.boolean(), false),
    questionIds: z.optional(z.array(rowId).check(z.maxLength(QUESTION_LIST_ADD_MAX))),
    creationKey: z.uuid(),
  }),
  response: z.object({ id: z.number(), total: z.number() }),
  alsoAnswers: [201],
});

/** closed: the question may not be practised now (a mock exam, a course that was not bought, out of the bank). */
const itemState = z.enum(['new', 'right', 'wrong', 'closed']);
export type ListItemState = z.output<typeof itemState>;

const item = z.object({
  questionId: z.number(),
  /** Its number in the chosen order, from 1. */
  number: z.number(),
  state: stored(itemState, 'closed'),
  /** Wrong answers inside the list. */
  wrongs: z.number(),
  /** Null where the question is closed. */
  excerpt: z.nullable(z.string()),
  topic: z.nullable(z.string()),
  source: z.string(),
  year: z.nullable(z.number()),
  outdated,
});
export type ListItem = z.output<typeof item>;

const list = z.object({
  ...summary,
  /** The number of the first question without an answer; null where all are answered. */
  nextNumber: z.nullable(z.number()),
  /** A practice of the list that is not finished. */
  openPractice: z.nullable(z.number()),
  minutesLeft: z.number(),
  page: z.number(),
  pages: z.number(),
  items: z.array(item),
  shareToken: z.nullable(z.string()),
  courseIds: z.array(z.number()),
  /** Courses that it is offered to and that belong to another teacher now. The owner of the list may end these offers. */
  givenCourses: z.array(z.object({ id: z.number(), title: z.string() })),
});
export type QuestionList = z.output<typeof list>;

const pageNumber = z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(QUESTION_LIST_QUESTIONS_MAX));

export const getQuestionList = endpoint({
  method: 'GET',
  path: '/api/question-lists/:id',
  access: 'signedIn',
  needsAccess: true,
  summary: "One page of the caller's list, without any key. Without a page, the one where they stopped.",
  query: z.object({ page: z.optional(pageNumber), only: z.optional(z.literal('wrong')) }),
  response: list,
});

const topicProgress = z.object({
  topicId: z.nullable(z.number()),
  topic: z.nullable(z.string()),
  subject: z.nullable(z.string()),
  total: z.number(),
  answered: z.number(),
  /** Null while one of the answered questions is in an open attempt. */
  correct: z.nullable(z.number()),
});
export type TopicProgress = z.output<typeof topicProgress>;

export const listQuestionListTopics = endpoint({
  method: 'GET',
  path: '/api/question-lists/:id/topics',
  access: 'signedIn',
  weight: 5,
  summary: 'How far one is in a list, topic by topic.',
  response: z.array(topicProgress),
});

export const changeQuestionList = endpoint({
  method: 'PATCH',
  path: '/api/question-lists/:id',
  access: 'signedIn',
  weight: 5,
  summary: "Renames the caller's list, puts it in another order, or fixes a living one as it is.",
  body: z.object({
    name: z.optional(name),
    ordering: z.optional(ordering),
    isLiving: z.optional(z.literal(false)),
  }),
});

export const deleteQuestionList = endpoint({
  method: 'DELETE',
  path: '/api/question-lists/:id',
  access: 'signedIn',
  summary: "Deletes the caller's list. The answers that were given in it stay.",
});

export const addToQuestionList = endpoint({
  method: 'POST',
  path: '/api/question-lists/:id/questions',
  access: 'signedIn',
  needsAccess: true,
  errors: ['state_conflict', 'nothing_to_practise'],
  summary: 'Adds questions that one may practise at the end of a list; those that it has stay where they are.',
  body: z.object({ questionIds: z.array(rowId).check(z.minLength(1), z.maxLength(QUESTION_LIST_ADD_MAX)) }),
  response: z.object({ added: z.number(), total: z.number() }),
});

const itemParams = z.object({ id, questionId: id });

export const removeFromQuestionList = endpoint({
  method: 'DELETE',
  path: '/api/question-lists/:id/questions/:questionId',
  access: 'signedIn',
  errors: ['state_conflict'],
  weight: 5,
  summary: 'Takes a question out of a list. Again is the same.',
  params: itemParams,
});

export const moveInQuestionList = endpoint({
  method: 'PUT',
  path: '/api/question-lists/:id/questions/:questionId/position',
  access: 'signedIn',
  errors: ['state_conflict'],
  weight: 5,
  summary: "Moves a question to another number of the caller's order.",
  params: itemParams,
  body: z.object({ number: rowId }),
});

export const practiseQuestionList = endpoint({
  method: 'POST',
  path: '/api/question-lists/:id/practice',
  access: 'signedIn',
  needsAccess: true,
  errors: ['conflict', 'nothing_to_practise'],
  weight: 5,
  summary:
    'Continues the practice of a list that is not finished, else begins one with the next questions. The same creationKey is the same practice.',
  body: z.object({ only: z.optional(z.literal('wrong')), creationKey: z.optional(z.uuid()) }),
  response: z.object({ practiceId: z.number() }),
});

export const restartQuestionList = endpoint({
  method: 'POST',
  path: '/api/question-lists/:id/restart',
  access: 'signedIn',
  weight: 5,
  summary: 'Begins a list from its first question again. The answers stay in the history of the student.',
});

const printed = z.object({
  ...question.shape,
  number: z.number(),
  source: z.string(),
  year: z.nullable(z.number()),
  /** Null: printed without the key. */
  rightOptionId: z.nullable(z.number()),
});

export const printQuestionList = endpoint({
  method: 'GET',
  path: '/api/question-lists/:id/print',
  access: 'signedIn',
  needsAccess: true,
  errors: ['nothing_to_practise'],
  weight: 5,
  summary: 'The questions of a list from a number on, for paper. With `key=with` their keys count as seen.',
  query: z.object({ from: z._default(pageNumber, 1), key: z._default(z.enum(['with', 'without']), 'without') }),
  response: z.object({
    name: z.string(),
    total: z.number(),
    from: z.number(),
    /** The number of the last printed question, or of one that is closed now. */
    through: z.number(),
    /** Questions of this stretch that may not be practised now. */
    closed: z.number(),
    /** The price of the keys of this stretch. */
    postponesTo,
    questions: z.array(printed),
  }),
});
