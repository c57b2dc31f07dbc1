import * as z from 'zod/mini';
import {
  ESSAY_COMMENT_MAX,
  ESSAY_ERRORS_MAX,
  ESSAY_LINES_MAX,
  ESSAY_MARKS_MAX,
  ESSAY_TEXT_MAX,
  ESSAY_WORDS_MAX,
} from '#contract/exams/essay-limits.ts';
import { text } from '#contract/shapes.ts';
import { type Espelho, espelhoKey, essayPoints } from './espelho.ts';
import { pageArea } from './essay-pages.ts';

/** A passage that a reader marked: text.slice(start, end). On a page of a photographed essay: `area`. */
const passage = z
  .object({
    id: espelhoKey,
    start: z.number().check(z.int(), z.gte(0), z.lte(ESSAY_TEXT_MAX)),
    end: z.number().check(z.int(), z.gte(1), z.lte(ESSAY_TEXT_MAX)),
    area: z.optional(pageArea),
    criterionKey: z.nullable(espelhoKey),
    comment: text(ESSAY_WORDS_MAX),
    /** What it takes away; 0: a remark. */
    points: essayPoints(0),
    isPraise: z.boolean(),
  })
  .check(z.refine(({ start, end }) => start < end, { error: 'O trecho está vazio.', path: ['end'] }));
export type EssayMark = z.output<typeof passage>;

/** The passage of a mark on a picture. Releases that know no areas refuse an empty one. */
export const passageOfArea = { start: 0, end: 1 };

/** What a reader writes about an essay. While it is a draft, criteria may lack their points. */
export const correction = z.object({
  points: z.record(espelhoKey, essayPoints(0)),
  marks: z.array(passage).check(
    z.maxLength(ESSAY_MARKS_MAX, `Use no máximo ${ESSAY_MARKS_MAX} marcas.`),
    z.refine((marks) => new Set(marks.map(({ id }) => id)).size === marks.length, {
      error: 'Duas marcas têm a mesma chave.',
    }),
  ),
  languageErrors: z.number().check(z.int(), z.gte(0), z.lte(ESSAY_ERRORS_MAX)),
  /** Lines of a photographed essay, as the reader counts them; missing: as its student did. */
  lines: z.optional(z.number().check(z.int(), z.gte(0), z.lte(ESSAY_LINES_MAX))),
  zeroReasonKeys: z.array(espelhoKey).check(z.maxLength(20)),
  comment: text(ESSAY_COMMENT_MAX),
});
export type Correction = z.output<typeof correction>;

/** The correction of a returned essay. It has the marks and the words of every reader who counts, so no bound of one. */
export const givenCorrection = z.object({ ...correction.shape, marks: z.array(passage), comment: z.string() });

export const emptyCorrection: Correction = {
  points: {},
  marks: [],
  languageErrors: 0,
  zeroReasonKeys: [],
  comment: '',
};

/** The correction without reasons that its espelho no longer has: a corrected espelho may drop one that a reader chose. */
export function withKnownReasons({ zeroReasons }: Espelho, given: Correction): Correction {
  const known = zeroReasons.filter(({ automatic }) => automatic === null).map(({ key }) => key);
  const zeroReasonKeys = given.zeroReasonKeys.filter((key) => known.includes(key));
  return zeroReasonKeys.length === given.zeroReasonKeys.length ? given : { ...given, zeroReasonKeys };
}

export const essayResult = z.object({
  score: z.number(),
  isPassed: z.nullable(z.boolean()),
  content: z.number(),
  penalty: z.number(),
  reasonKeys: z.array(z.string()),
  lines: z.number(),
});
export type EssayResult = z.output<typeof essayResult>;
