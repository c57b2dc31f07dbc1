import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { postponesTo } from '#contract/exams/mock-exams.ts';
import { MISTAKE_NOTE_MAX } from '#contract/limits.ts';
import { outdated } from '#contract/question-status.ts';
import { question } from '#contract/questions/question.ts';
import { id, rowId, stored, text } from '#contract/shapes.ts';
import { reveal } from './practice.ts';
import { reviewCard } from './review-cards.ts';

/** Why a question was wrong, in the student's own judgement. */
const mistakeReason = z.enum(['content', 'reading', 'attention', 'guess']);
export type MistakeReason = z.output<typeof mistakeReason>;

const reviewItem = z.object({
  questionId: z.number(),
  /** Another question of the same topic, in whose place this one is asked; goes back with the answer. */
  standsFor: z.nullable(z.number()),
  /** A short reason, such as 'você errou há 9 dias'. */
  reason: z.string(),
  /** Never answered before. */
  isNew: z.boolean(),
  kind: question.shape.kind,
  format: question.shape.format,
  baseText: question.shape.baseText,
  questionText: z.string(),
  /** In another order every day. */
  options: z.array(z.object({ id: z.number(), optionText: z.string() })),
  subject: z.nullable(z.string()),
  topic: z.string(),
  postponesTo,
});
export type ReviewItem = z.output<typeof reviewItem>;

const reviewDay = z.object({
  /** The estimated minutes for the remaining questions of today. */
  minutes: z.number(),
  items: z.array(reviewItem),
  /** The cards of the day. Each has its position in the list of questions and cards together. */
  cards: z._default(z.array(reviewCard), []),
  /** Questions answered in today's review so far. */
  answered: z.number(),
  /** Cards answered in today's review so far. */
  answeredCards: z._default(z.number(), 0),
  /** Null while one of the questions is in an open attempt. */
  right: z.nullable(z.number()),
  /** How many questions tomorrow's list will have, if nothing else is answered. */
  tomorrow: z.number(),
  tomorrowCards: z._default(z.number(), 0),
  /**
   * Only when the day is done: the expected recall on the day of the exam over everything answered so far, in percent,
   * without today's review and with it. Null without an exam, with few answers, and while a question is in an open
   * attempt.
   */
  won: z.nullable(z.object({ before: z.number(), after: z.number() })),
  /**
   * Only when the day is done: for each of the next days, how many questions return, how many new ones fill the list,
   * and how many cards are asked.
   */
  coming: z.array(z.object({ day: z.string(), back: z.number(), fresh: z.number(), cards: z._default(z.number(), 0) })),
  /** The most that a day's list has. */
  most: z.number(),
  /**
   * Only when the day is done: how stable the memory of its questions is. A question is firm if its recall a week from
   * now is at least 90 %; the days say for how long that holds at least. Null while an open attempt contains one of
   * the questions.
   */
  grip: z.nullable(
    z.object({
      firm: z.number(),
      firmDays: z.number(),
      almost: z.number(),
      almostDays: z.number(),
      notYet: z.number(),
    }),
  ),
});
export type ReviewDay = z.output<typeof reviewDay>;

export const getReviewToday = endpoint({
  method: 'GET',
  path: '/api/review/today',
  access: 'signedIn',
  needsAccess: true,
  summary:
    "Today's review: what is about to be forgotten, what was wrong, and something new, within the day's minutes.",
  query: z.object({
    /** `mistakes`: open mistakes instead of the day's list, all or of one subject or the one question. */
    of: z._default(z.enum(['day', 'mistakes']), 'day'),
    subjectId: z.optional(id),
    questionId: z.optional(id),
  }),
  response: reviewDay,
});

/** The expected share of known questions, 0 to 1, with its 80 % interval. */
const recall = z.object({ mean: z.number(), low: z.number(), high: z.number() });

const outlook = z.object({
  /** Answered so far: what it is about. */
  questions: z.number(),
  today: recall,
  /** On the day of the exam: without any further review, and with the review done every day. Null without an exam. */
  ifStopped: z.nullable(recall),
  ifFollowed: z.nullable(recall),
});

export const getReviewForecast = endpoint({
  method: 'GET',
  path: '/api/review/forecast',
  access: 'signedIn',
  needsAccess: true,
  summary:
    'How much of what was answered is still known today and will be on the day of the exam, in all and by subject, with its uncertainty; nothing below 60 answers.',
  weight: 20,
  response: z.object({
    enough: z.boolean(),
    answers: z.number(),
    /** Answers that are missing until there is enough. */
    missing: z.number(),
    exam: z.nullable(z.object({ id: z.number(), name: z.string(), date: z.string(), daysLeft: z.number() })),
    all: z.nullable(outlook),
    subjects: z.array(z.object({ subjectId: z.nullable(z.number()), name: z.nullable(z.string()), ...outlook.shape })),
  }),
});
export type ReviewForecast = z.output<typeof getReviewForecast.response>;
export type RecallOutlook = z.output<typeof outlook>;

/** The most questions that a student can put off on one day. The newest stay. */
export const POSTPONED_MAX = 200;

export const postponeReview = endpoint({
  method: 'PUT',
  path: '/api/review/postponed/:questionId',
  access: 'signedIn',
  needsAccess: true,
  params: z.object({ questionId: id }),
  summary:
    'Puts a question of the review or of the error notebook off until tomorrow. The list of today gets shorter by it.',
  errors: ['attempt_open'],
});

export const resumeReview = endpoint({
  method: 'DELETE',
  path: '/api/review/postponed/:questionId',
  access: 'signedIn',
  needsAccess: true,
  params: z.object({ questionId: id }),
  summary: 'Takes that back: the question is asked today.',
});

export const answerReview = endpoint({
  method: 'POST',
  path: '/api/review/answers',
  access: 'signedIn',
  comesFirst: true,
  needsAccess: true,
  errors: ['not_found', 'attempt_open'],
  summary:
    'Answers a question of the review and tells whether it was right. The same key is the same answer; with guessed it counts as wrong.',
  body: z.object({
    key: z.uuid(),
    questionId: rowId,
    optionId: rowId,
    /** As the item said. */
    standsFor: z.optional(rowId),
    guessed: z._default(z.boolean(), false),
  }),
  response: z.object({ answer: reveal }),
});

const mistake = z.object({
  questionId: z.number(),
  kind: question.shape.kind,
  format: question.shape.format,
  baseText: question.shape.baseText,
  questionText: z.string(),
  subjectId: z.nullable(z.number()),
  subject: z.nullable(z.string()),
  topic: z.string(),
  /** What the student chose last when it was wrong; null where that version is gone. */
  chosen: z.nullable(z.string()),
  /** Its index among the options, from 0. */
  chosenPosition: z.nullable(z.number()),
  /** The price of the key, which `getMistakeKey` shows. */
  postponesTo,
  /** The calendar day of the last wrong answer. */
  lastWrongDay: z.string(),
  wrongs: z.number(),
  rightDays: z.number(),
  reason: z.nullable(stored(mistakeReason, 'content')),
  note: z.string(),
  /** Put off until tomorrow. */
  isPostponed: z._default(z.boolean(), false),
  /** Listed and not trained. The reason is empty where the key has a price. */
  outdated,
});
export type Mistake = z.output<typeof mistake>;

const count = z.object({ count: z.number() });

export const listMistakes = endpoint({
  method: 'GET',
  path: '/api/mistakes',
  access: 'signedIn',
  needsAccess: true,
  summary:
    'The error notebook by subject and topic, a page at a time, without keys: questions last answered wrong. One leaves after being right on two different days. Outdated ones are listed, and no count but `total` and `outdated` includes them.',
  query: z.object({
    state: z._default(z.enum(['open', 'left']), 'open'),
    subjectId: z.optional(id),
    reason: z.optional(z.enum([...mistakeReason.options, 'none'])),
    /** Only those with a note. */
    noted: z.optional(z.literal('true')),
    /** Only the counts: `items` is empty. */
    counts: z.optional(z.literal('true')),
    page: z._default(z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(100)), 1),
  }),
  response: z.object({
    items: z.array(mistake),
    /** Counts the mistakes that match all filters. */
    total: z.number(),
    pages: z.number(),
    /** Counts by state only, whatever the other filters are. */
    open: z.number(),
    /**
     * What 'Refazer' asks within the chosen subject: neither postponed today nor kept for a mock exam. A server of the
     * version before does not say it.
     */
    redo: z._default(z.nullable(z.number()), null),
    /** Listed in this state and not trained, so the other counts leave them out. */
    outdated: z._default(z.number(), 0),
    subjects: z.array(z.object({ id: z.nullable(z.number()), name: z.nullable(z.string()), ...count.shape })),
    /** Counts within the chosen subject. */
    reasons: z.array(z.object({ reason: z.nullable(mistakeReason), ...count.shape })),
    noted: z.number(),
  }),
});
export type Mistakes = z.output<typeof listMistakes.response>;

export const getMistakeKey = endpoint({
  method: 'GET',
  path: '/api/mistakes/:questionId/key',
  access: 'signedIn',
  needsAccess: true,
  errors: ['attempt_open'],
  summary:
    'The options of a question of the error notebook, the right one and the comments. Counts as having seen the key.',
  params: z.object({ questionId: id }),
  response: z.object({
    kind: question.shape.kind,
    options: question.shape.options,
    chosenOptionId: z.nullable(z.number()),
    rightOptionId: z.number(),
    comment: z.string(),
    optionComments: z.array(z.object({ id: z.number(), comment: z.string() })),
    outdated,
  }),
});
export type MistakeKey = z.output<typeof getMistakeKey.response>;

export const changeMistake = endpoint({
  method: 'PATCH',
  path: '/api/mistakes/:questionId',
  access: 'signedIn',
  needsAccess: true,
  summary: 'Says why one got a question wrong, or notes something about it. What is left out stays.',
  errors: ['attempt_open'],
  params: z.object({ questionId: id }),
  body: z.object({
    reason: z.optional(z.nullable(mistakeReason)),
    note: z.optional(text(MISTAKE_NOTE_MAX)),
  }),
  response: z.object({ reason: z.nullable(mistakeReason), note: z.string() }),
});

/** Whole hours of the school's time zone. */
const reminder = z.object({
  hour: z.nullable(z.number().check(z.int(), z.gte(0, 'Escolha uma hora.'), z.lte(23, 'Escolha uma hora.'))),
});
export type ReviewReminder = z.output<typeof reminder>;

export const getReviewReminder = endpoint({
  method: 'GET',
  path: '/api/review/reminder',
  access: 'signedIn',
  summary: 'At which hour one is told that the review waits; null: never.',
  response: reminder,
});

export const setReviewReminder = endpoint({
  method: 'PUT',
  path: '/api/review/reminder',
  access: 'signedIn',
  summary: 'Sets that hour, or null for never. How it comes (device, e-mail, bell) is chosen as for every kind.',
  body: reminder,
  response: reminder,
});
