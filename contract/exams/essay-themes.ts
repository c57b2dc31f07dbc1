import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import {
  ESSAY_BASE_TEXTS_MAX,
  ESSAY_COMMAND_MAX,
  ESSAY_LINE_WIDTH_MAX,
  ESSAY_LINE_WIDTH_MIN,
  ESSAY_LINES_MAX,
  ESSAY_RETURN_HOURS_MAX,
  ESSAY_TIME_MAX,
  ESSAY_TITLE_MAX,
  ESSAYS_PAGE,
} from '#contract/exams/essay-limits.ts';
import { baseText } from '#contract/questions/base-text.ts';
import { instant, requiredText, revision, rowId, stored, text } from '#contract/shapes.ts';
import { espelho } from './espelho.ts';
import { ESSAY_REVIEW_DAYS_DEFAULT, ESSAY_REVIEW_DAYS_MAX } from './essay-limits.ts';
import { secondReading } from './second-reading.ts';

export const essayKinds = ['essay', 'question', 'document'] as const;
const essayKind = z.enum(essayKinds);
export type EssayKind = z.output<typeof essayKind>;

const whole = (least: number, most: number) =>
  z
    .number('Informe um número.')
    .check(z.int('Use um número inteiro.'), z.gte(least, `A partir de ${least}.`), z.lte(most, `No máximo ${most}.`));

const moment = z.iso.datetime('Informe data e hora em UTC.');

const sheet = {
  kind: essayKind,
  title: requiredText(ESSAY_TITLE_MAX, 'Dê um título ao tema.'),
  command: text(ESSAY_COMMAND_MAX),
  maxLines: whole(1, ESSAY_LINES_MAX),
  minLines: whole(0, ESSAY_LINES_MAX),
  /** Characters of one line of the sheet. */
  lineWidth: whole(ESSAY_LINE_WIDTH_MIN, ESSAY_LINE_WIDTH_MAX),
  /** As in the exam, for students who want the clock; null: none. */
  minutes: z.nullable(whole(1, ESSAY_TIME_MAX)),
  /** Begins and deliveries outside of the window are refused; null: always open on that side. */
  opensAt: z.nullable(moment),
  closesAt: z.nullable(moment),
  /** From delivery to the promised return. */
  returnHours: whole(1, ESSAY_RETURN_HOURS_MAX),
  espelho,
  /** Null: one reader corrects. */
  secondReading: z._default(z.nullable(secondReading), null),
  /** Days after the return in which a student may ask for a review; 0: none. */
  reviewDays: z._default(whole(0, ESSAY_REVIEW_DAYS_MAX), ESSAY_REVIEW_DAYS_DEFAULT),
};

/** What an author edits. Publishing makes a version of it, with the words of its texts. */
const themeDraft = z
  .object({
    ...sheet,
    baseTextIds: z.array(rowId).check(
      z.maxLength(ESSAY_BASE_TEXTS_MAX, `Use no máximo ${ESSAY_BASE_TEXTS_MAX} textos.`),
      z.refine((ids) => new Set(ids).size === ids.length, { error: 'O mesmo texto aparece duas vezes.' }),
    ),
    examId: z.nullable(rowId),
    topicId: z._default(z.nullable(rowId), null),
  })
  .check(
    z.refine(({ minLines, maxLines }) => minLines <= maxLines, {
      error: 'O mínimo de linhas passa do máximo.',
      path: ['minLines'],
    }),
    z.refine(({ opensAt, closesAt }) => opensAt === null || closesAt === null || opensAt < closesAt, {
      error: 'O tema fecha antes de abrir.',
      path: ['closesAt'],
    }),
  );
export type ThemeDraft = z.output<typeof themeDraft>;

const motivatingText = z.object({ title: z.string(), format: baseText.shape.format, text: z.string() });
export type MotivatingText = z.output<typeof motivatingText>;

/** A version as students and readers see it. What was stored passed the stricter shape above. */
export const publishedTheme = z.object({
  ...sheet,
  kind: stored(essayKind, 'essay'),
  title: z.string(),
  command: z.string(),
  texts: z.array(motivatingText),
});
export type PublishedTheme = z.output<typeof publishedTheme>;

const authoredTheme = z.object({
  id: z.number(),
  draft: themeDraft,
  /** The texts that the draft names and the bank still has. */
  baseTexts: z.array(z.object({ id: z.number(), title: z.string(), excerpt: z.string() })),
  /** The topic that the draft names. Missing from an older release. */
  topic: z.optional(z.nullable(z.object({ id: z.number(), subjectId: z.number(), name: z.string() }))),
  revision: z.number(),
  /** Null: students have never seen it. */
  versionNumber: z.nullable(z.number()),
  isOpen: z.boolean(),
  hasUnpublishedChanges: z.boolean(),
  essayCount: z.number(),
  /** Active people who may read essays. Missing from an older release. */
  readerCount: z.optional(z.number()),
  updatedAt: instant,
});
export type AuthoredTheme = z.output<typeof authoredTheme>;

const themeRow = z.object({
  id: z.number(),
  kind: stored(essayKind, 'essay'),
  title: z.string(),
  authorName: z.nullable(z.string()),
  versionNumber: z.nullable(z.number()),
  isOpen: z.boolean(),
  hasUnpublishedChanges: z.boolean(),
  /** Delivered, and those of them that wait. */
  essayCount: z.number(),
  waitingCount: z.number(),
  updatedAt: instant,
});
export type ThemeRow = z.output<typeof themeRow>;

export const listAuthoredThemes = endpoint({
  method: 'GET',
  path: '/api/teacher/essay-themes',
  access: 'author',
  summary: "One's own essay themes, an administrator's all; newest first.",
  query: z.object({
    limit: z._default(z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(100)), ESSAYS_PAGE),
    cursor: z.optional(text(200)),
  }),
  response: z.array(themeRow),
});

export const createTheme = endpoint({
  method: 'POST',
  path: '/api/teacher/essay-themes',
  access: 'author',
  errors: ['conflict'],
  summary: 'A new essay theme as a draft. The same creationKey is the same theme.',
  body: z.object({ title: sheet.title, kind: essayKind, creationKey: z.optional(z.uuid()) }),
  response: authoredTheme,
  alsoAnswers: [201],
});

export const getAuthoredTheme = endpoint({
  method: 'GET',
  path: '/api/teacher/essay-themes/:id',
  access: 'author',
  summary: 'An essay theme with its draft.',
  response: authoredTheme,
});

export const saveTheme = endpoint({
  method: 'PUT',
  path: '/api/teacher/essay-themes/:id',
  access: 'author',
  errors: ['version_conflict'],
  summary: 'Saves the draft over the revision that was read. Students see it once it is published.',
  body: z.object({ draft: themeDraft, revision }),
  bodyLimit: 512 * 1024,
  response: authoredTheme,
});

export const publishTheme = endpoint({
  method: 'POST',
  path: '/api/teacher/essay-themes/:id/publish',
  access: 'author',
  errors: ['version_conflict', 'state_conflict'],
  summary: 'Publishes the draft as the next version; essays that were begun keep theirs. Without changes it reopens.',
  body: z.object({ revision }),
  response: authoredTheme,
});

export const closeTheme = endpoint({
  method: 'POST',
  path: '/api/teacher/essay-themes/:id/close',
  access: 'author',
  summary: 'Takes a theme off the list of students. Essays that were begun can still be delivered.',
  response: authoredTheme,
});

export const themeVersion = z.object({
  number: z.number(),
  publishedAt: instant,
  publishedBy: z.nullable(z.string()),
  essayCount: z.number(),
  /** With the espelho as it was corrected last. */
  theme: publishedTheme,
  /** Null: the espelho is as it was published. */
  correctedAt: z.nullable(instant),
  correctionReason: z.nullable(z.string()),
});
export type ThemeVersion = z.output<typeof themeVersion>;

export const listThemeVersions = endpoint({
  method: 'GET',
  path: '/api/teacher/essay-themes/:id/versions',
  access: 'author',
  summary: 'The newest twenty published versions of a theme, each with its espelho and how many essays stand under it.',
  response: z.array(themeVersion),
});
