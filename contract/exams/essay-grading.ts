import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { ESSAY_WORDS_MAX, ESSAYS_PAGE } from '#contract/exams/essay-limits.ts';
import { instant, requiredText, revision, stored, text } from '#contract/shapes.ts';
import { correction, essayResult, givenCorrection } from './essay-corrections.ts';
import { essayPage } from './essay-pages.ts';
import { essayReview } from './essay-review.ts';
import { publishedTheme } from './essay-themes.ts';
import { essayStates } from './essays.ts';

export const essayLists = ['waiting', 'mine', 'partial', 'reviews', 'returned'] as const;
export type EssayList = (typeof essayLists)[number];

const lease = z.object({ by: z.string(), isMine: z.boolean(), until: instant });

/** An essay without who wrote it: its number is all that a reader sees. */
const queuedEssay = z.object({
  id: z.number(),
  title: z.string(),
  state: stored(z.enum(essayStates), 'delivered'),
  /** 1 for the first; rewritings count on. */
  number: z.number(),
  lines: z.number(),
  /** Delivered as pictures. Missing from an older release. */
  isPhoto: z.optional(z.boolean()),
  deliveredAt: instant,
  dueAt: instant,
  lease: z.nullable(lease),
  hasDraft: z.boolean(),
  score: z.nullable(z.number()),
  total: z.number(),
});
export type QueuedEssay = z.output<typeof queuedEssay>;

export const listEssays = endpoint({
  method: 'GET',
  path: '/api/teacher/essays',
  access: 'author',
  summary:
    'Delivered essays, the first due first; those one reads now; for administrators those with some of several readings; reviews that one may decide; returned ones, newest first. No names.',
  query: z.object({
    list: z._default(z.enum(essayLists), 'waiting'),
    limit: z._default(z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(100)), ESSAYS_PAGE),
    cursor: z.optional(text(200)),
  }),
  response: z.array(queuedEssay),
});

export const countEssays = endpoint({
  method: 'GET',
  path: '/api/teacher/essays/counts',
  access: 'author',
  summary:
    'How many essays wait, are due today, are overdue; how many reviews one may decide. Of more than 500 waiting essays those due first are counted.',
  /** 501 means more than 500. */
  response: z.object({ waiting: z.number(), dueToday: z.number(), overdue: z.number(), reviews: z.number() }),
});

export const readEssay = z.object({
  id: z.number(),
  number: z.number(),
  state: stored(z.enum(essayStates), 'delivered'),
  theme: publishedTheme,
  text: z.string(),
  /** The pages of a photographed essay, which has no text. Missing from an older release. */
  pages: z.optional(z.array(essayPage)),
  /** Lines on the sheet; of a photographed essay as its student counted them. */
  lines: z.optional(z.number()),
  /** Minutes from its begin to its delivery; null: written without the clock. */
  minutes: z.nullable(z.number()),
  deliveredAt: instant,
  dueAt: instant,
  lease: z.nullable(lease),
  /** One of two or three readers, none of whom sees the others before the return. */
  isBlind: z.boolean(),
  /** One's own blind reading is finished; the essay waits for the others. */
  isFinished: z.boolean(),
  /** The reader's own; once returned, the final one. */
  correction: givenCorrection,
  revision: z.number(),
  /** Once returned. */
  result: z.nullable(essayResult),
  /** Null: none was asked for. */
  review: z.nullable(essayReview),
  /** The review is open, and one did not read the essay; an administrator also where no other person is left. */
  mayDecide: z.boolean(),
  /** An administrator, and an essay of several readers with a finished reading. Missing from an older release. */
  mayClose: z.optional(z.boolean()),
});
export type ReadEssayAnswer = z.output<typeof readEssay>;

export const getEssayToRead = endpoint({
  method: 'GET',
  path: '/api/teacher/essays/:id',
  access: 'author',
  summary: 'An essay with its espelho and the draft of its correction; does not take it.',
  response: readEssay,
});

export const leaseEssay = endpoint({
  method: 'POST',
  path: '/api/teacher/essays/:id/lease',
  access: 'author',
  errors: ['state_conflict'],
  summary: 'Takes an essay for reading, or extends that. The lease expires by itself; the draft stays.',
  response: readEssay,
});

export const releaseEssay = endpoint({
  method: 'DELETE',
  path: '/api/teacher/essays/:id/lease',
  access: 'author',
  summary: "Gives the caller's essay back to the queue, with its draft. Again is the same.",
});

const correctionBody = z.object({ correction, revision });

export const saveCorrection = endpoint({
  method: 'PUT',
  path: '/api/teacher/essays/:id/correction',
  access: 'author',
  errors: ['version_conflict', 'state_conflict'],
  summary: 'Saves the draft of a correction over the revision that was read, and extends the lease.',
  body: correctionBody,
  bodyLimit: 512 * 1024,
  comesFirst: true,
  response: z.object({ revision: z.number(), leasedUntil: instant }),
});

export const returnEssay = endpoint({
  method: 'POST',
  path: '/api/teacher/essays/:id/return',
  access: 'author',
  errors: ['version_conflict', 'state_conflict'],
  summary:
    'Scores the essay by its espelho and returns it to its student, who is notified. With two readers it finishes one reading, and the last one returns. Once; again is the same.',
  body: correctionBody,
  bodyLimit: 512 * 1024,
  response: readEssay,
});

export const closeEssay = endpoint({
  method: 'POST',
  path: '/api/admin/essays/:id/return',
  access: 'admin',
  errors: ['state_conflict'],
  summary:
    'Returns an essay of several readers with the readings that are finished, where no further reader is to be had. Once; again is the same.',
  response: readEssay,
});

const readerFigures = z.object({
  /** Null: the account is gone. */
  name: z.nullable(z.string()),
  readings: z.number(),
  /** Mean difference to the other readers of the same essays, in hundredths of the total; above 0: generous. */
  difference: z.number(),
  /** Quadratic kappa over tenths of the total; null: too little varies to tell. */
  kappa: z.nullable(z.number()),
});
export type ReaderFigures = z.output<typeof readerFigures>;

export const getReaderAgreement = endpoint({
  method: 'GET',
  path: '/api/admin/essay-readers',
  access: 'admin',
  summary: 'Severity and agreement of the readers of returned essays that two or three people read; the last year.',
  response: z.object({
    essays: z.number(),
    /** Those of them that needed a third reader. */
    thirdReadings: z.number(),
    kappa: z.nullable(z.number()),
    /** Most readings first. */
    readers: z.array(readerFigures),
  }),
});

const bankComment = z.object({
  id: z.number(),
  text: z.string(),
  useCount: z.number(),
  /** False: typed several times and offered for the bank. */
  isSaved: z.boolean(),
});
export type BankComment = z.output<typeof bankComment>;

export const listEssayComments = endpoint({
  method: 'GET',
  path: '/api/teacher/essay-comments',
  access: 'author',
  summary:
    "The school's comments for essays and those offered for it, most used first; with `search`, those that contain it.",
  query: z.object({ search: z.optional(text(200)) }),
  response: z.array(bankComment),
});

export const saveEssayComment = endpoint({
  method: 'POST',
  path: '/api/teacher/essay-comments',
  access: 'author',
  summary: 'Adds a comment to the bank, or one that was offered. The same text is the same comment.',
  body: z.object({ text: requiredText(ESSAY_WORDS_MAX, 'Escreva o comentário.') }),
  response: bankComment,
});

export const removeEssayComment = endpoint({
  method: 'DELETE',
  path: '/api/teacher/essay-comments/:id',
  access: 'author',
  summary: 'Takes a comment out of the bank. Corrections that used it keep its words.',
});
