import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { ESSAY_TEXT_MAX, ESSAYS_PAGE } from '#contract/exams/essay-limits.ts';
import { instant, revision, stored, text } from '#contract/shapes.ts';
import { attemptAids } from './attempt-aids.ts';
import { essayResult, givenCorrection } from './essay-corrections.ts';
import { essayPage } from './essay-pages.ts';
import { essayReview } from './essay-review.ts';
import { essayKinds, publishedTheme } from './essay-themes.ts';

export const essayStates = ['writing', 'delivered', 'returned'] as const;
const essayState = z.enum(essayStates);
export type EssayState = z.output<typeof essayState>;

const essayOfTheme = z.object({
  id: z.number(),
  /** 1 for the first; rewritings count on. */
  number: z.number(),
  state: stored(essayState, 'delivered'),
  lines: z.number(),
  /** Pictures of pages: delivered instead of a text, or sent so far. Missing from an older release. */
  pageCount: z.optional(z.number()),
  deliveredAt: z.nullable(instant),
  dueAt: z.nullable(instant),
  score: z.nullable(z.number()),
});
export type EssayOfTheme = z.output<typeof essayOfTheme>;

/** What the theme belongs to. Missing from an older release. */
const about = {
  examName: z.optional(z.nullable(z.string())),
  topic: z.optional(z.nullable(z.string())),
};

const openTheme = z.object({
  id: z.number(),
  ...about,
  kind: stored(z.enum(essayKinds), 'essay'),
  title: z.string(),
  maxLines: z.number(),
  minutes: z.nullable(z.number()),
  opensAt: z.nullable(instant),
  closesAt: z.nullable(instant),
  total: z.number(),
  minimum: z.nullable(z.number()),
  /** One's newest essay of it. */
  mine: z.nullable(essayOfTheme),
});
export type OpenTheme = z.output<typeof openTheme>;

export const listThemes = endpoint({
  method: 'GET',
  path: '/api/essay-themes',
  access: 'signedIn',
  needsAccess: true,
  summary: 'Essay themes that are open or that one has written about, newest first.',
  query: z.object({
    limit: z._default(z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(100)), ESSAYS_PAGE),
    cursor: z.optional(text(200)),
  }),
  response: z.array(openTheme),
});

export const getTheme = endpoint({
  method: 'GET',
  path: '/api/essay-themes/:id',
  access: 'signedIn',
  needsAccess: true,
  summary: "A theme with command, texts and espelho, and the caller's essays of it.",
  response: z.object({
    id: z.number(),
    ...about,
    theme: publishedTheme,
    /** False: the theme is closed or outside its window, so no essay can be started. */
    isOpen: z.boolean(),
    /** The promised return of an essay that is delivered now. */
    dueAt: instant,
    /** Corrections that the caller may still spend; null or missing: they are not counted. */
    correctionsLeft: z.optional(z.nullable(z.number())),
    serverTime: instant,
    essays: z.array(essayOfTheme),
  }),
});

export const essay = z.object({
  id: z.number(),
  themeId: z.number(),
  number: z.number(),
  state: stored(essayState, 'delivered'),
  theme: publishedTheme,
  text: z.string(),
  /** Delivered as pictures of its pages; the text is a draft that no reader gets. Missing from an older release. */
  isPhoto: z.optional(z.boolean()),
  /** Pictures of its pages: delivered, or sent so far. */
  pages: z.optional(z.array(essayPage)),
  revision: z.number(),
  startedAt: instant,
  savedAt: instant,
  /** Null: written without the clock. */
  deadlineAt: z.nullable(instant),
  deliveredAt: z.nullable(instant),
  /** The promised return, once delivered. */
  dueAt: z.nullable(instant),
  serverTime: instant,
  /** While it is written, only for a person with a right. */
  aids: z.optional(attemptAids),
  /** Once returned. */
  returned: z.nullable(
    z.object({ at: instant, by: z.nullable(z.string()), correction: givenCorrection, result: essayResult }),
  ),
  /** Null: none was asked for. */
  review: z.nullable(essayReview),
  /** Until when a review can be asked for; null: it cannot. */
  reviewUntil: z.nullable(instant),
  /** The essay that this one rewrites, where that was returned. */
  previous: z.nullable(
    z.object({
      id: z.number(),
      number: z.number(),
      text: z.string(),
      isPhoto: z.optional(z.boolean()),
      correction: givenCorrection,
      result: essayResult,
    }),
  ),
});
export type Essay = z.output<typeof essay>;

export const beginEssay = endpoint({
  method: 'POST',
  path: '/api/essay-themes/:id/essays',
  access: 'signedIn',
  needsAccess: true,
  errors: ['state_conflict'],
  summary: 'Begins an essay, or answers with the one that is being written. After a return it is the rewriting of it.',
  body: z.object({ isTimed: z._default(z.boolean(), false) }),
  response: essay,
  alsoAnswers: [201],
});

export const getEssay = endpoint({
  method: 'GET',
  path: '/api/essays/:id',
  access: 'signedIn',
  summary: "The caller's essay: its text while it is written, its correction once it is returned.",
  response: essay,
});

const savedEssay = z.object({ revision: z.number(), savedAt: instant });

const written = {
  text: text(ESSAY_TEXT_MAX),
  /** The revision that the text was made from. */
  revision,
};

export const saveEssay = endpoint({
  method: 'PUT',
  path: '/api/essays/:id/text',
  access: 'signedIn',
  errors: ['version_conflict', 'state_conflict', 'attempt_paused'],
  summary: 'Saves the text over the revision that it was made from; the same text again is the same.',
  body: z.object(written),
  bodyLimit: 256 * 1024,
  comesFirst: true,
  response: savedEssay,
});

export const deliverEssay = endpoint({
  method: 'POST',
  path: '/api/essays/:id/delivery',
  access: 'signedIn',
  needsAccess: true,
  errors: ['version_conflict', 'state_conflict'],
  summary: 'Saves the text and delivers it, once; the same text again is the same delivery.',
  body: z.object(written),
  bodyLimit: 256 * 1024,
  comesFirst: true,
  response: essay,
});

const essayBreak = z.object({ deadlineAt: instant, aids: attemptAids, serverTime: instant });

export const beginEssayBreak = endpoint({
  method: 'POST',
  path: '/api/essays/:id/break',
  access: 'signedIn',
  errors: ['state_conflict', 'conflict'],
  summary:
    'Stops the clock of an essay that is written, where its student has a break left. During a break it is the same break.',
  response: essayBreak,
});

export const endEssayBreak = endpoint({
  method: 'DELETE',
  path: '/api/essays/:id/break',
  access: 'signedIn',
  errors: ['state_conflict', 'conflict'],
  summary: 'Goes on before the break is over. Without a break, nothing changes.',
  response: essayBreak,
});

const returnedEssay = z.object({
  id: z.number(),
  themeId: z.number(),
  title: z.string(),
  number: z.number(),
  returnedAt: instant,
  score: z.number(),
  total: z.number(),
  criteria: z.array(z.object({ name: z.string(), points: z.number(), most: z.number() })),
});
export type ReturnedEssay = z.output<typeof returnedEssay>;

export const listReturnedEssays = endpoint({
  method: 'GET',
  path: '/api/essays',
  access: 'signedIn',
  summary: "The caller's newest hundred returned essays with their points, oldest first.",
  response: z.array(returnedEssay),
});
