import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { RULE_BLOCKS_MAX, RULE_NAME_MAX, RULE_POINTS_MAX, RULE_SUBJECTS_MAX } from '#contract/limits.ts';
import { instant, requiredText, revision, rowId } from '#contract/shapes.ts';
import { examConduct } from './exam-conduct.ts';
import { annulmentRule, tieBreakKind } from './shown-rules.ts';

/** Points are counted in hundredths, so that no sum depends on how a computer writes a third. */
const hundredths = z.refine<number>((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, {
  error: 'Use no máximo duas casas decimais.',
});
const points = (least: number) =>
  z
    .number('Informe um número.')
    .check(z.gte(least, `A partir de ${least}.`), z.lte(RULE_POINTS_MAX, `No máximo ${RULE_POINTS_MAX}.`), hundredths);

export type AnnulmentRule = z.output<typeof annulmentRule>;

/** Who comes first among equal points: more in a subject, more right, fewer wrong, less time. */
const tieBreak = z.object({
  by: tieBreakKind,
  subjectId: z._default(z.nullable(rowId), null),
});
export type TieBreak = z.output<typeof tieBreak>;

const unique = (ids: readonly (number | null)[]) => new Set(ids).size === ids.length;

/**
 * How the points of a version are counted, beside the specification's 0 to 10, which stays what it is. Questions of a
 * subject without a weight, or of none, weigh 1.
 */
export const examRules = z
  .object({
    right: points(0.01),
    wrong: points(-RULE_POINTS_MAX),
    blank: points(-RULE_POINTS_MAX),
    /**
     * point: every student gets its points. pro_rata: its subject's points go to the other questions. dropped: it is
     * worth 0.
     */
    annulment: annulmentRule,
    weights: z.array(z.object({ subjectId: rowId, weight: points(0) })).check(
      z.maxLength(RULE_SUBJECTS_MAX, `Use no máximo ${RULE_SUBJECTS_MAX} matérias.`),
      z.refine((weights) => unique(weights.map(({ subjectId }) => subjectId)), {
        error: 'Cada matéria tem um só peso.',
      }),
    ),
    /** A student with fewer points than this in the subjects of a block is eliminated. */
    minimums: z
      .array(
        z.object({
          name: requiredText(RULE_NAME_MAX, 'Dê um nome ao bloco.'),
          subjectIds: z
            .array(rowId)
            .check(
              z.minLength(1, 'Escolha pelo menos uma matéria.'),
              z.maxLength(RULE_SUBJECTS_MAX, `Use no máximo ${RULE_SUBJECTS_MAX} matérias.`),
              z.refine(unique, { error: 'A mesma matéria aparece duas vezes.' }),
            ),
          points: points(0),
        }),
      )
      .check(
        z.maxLength(RULE_BLOCKS_MAX, `Use no máximo ${RULE_BLOCKS_MAX} mínimos.`),
        z.refine((blocks) => new Set(blocks.map(({ name }) => name)).size === blocks.length, {
          error: 'Dois blocos têm o mesmo nome.',
        }),
      ),
    /** The minimum of the whole exam. */
    totalMinimum: z.nullable(points(0)),
    /** Null: the version's pass mark, as a share of the points. */
    passLine: z.nullable(points(0)),
    tieBreaks: z.array(tieBreak).check(
      z.maxLength(RULE_BLOCKS_MAX, `Use no máximo ${RULE_BLOCKS_MAX} critérios.`),
      z.refine((breaks) => breaks.every(({ by, subjectId }) => (by === 'subject') === (subjectId !== null)), {
        error: 'Escolha a matéria do critério.',
      }),
      z.refine((breaks) => new Set(breaks.map(({ by, subjectId }) => `${by}:${subjectId}`)).size === breaks.length, {
        error: 'O mesmo critério aparece duas vezes.',
      }),
    ),
  })
  .check(
    z.refine(({ right, wrong, blank }) => wrong <= right && blank <= right, {
      error: 'Errar ou deixar em branco não pode valer mais que acertar.',
      path: ['wrong'],
    }),
  );
export type ExamRules = z.output<typeof examRules>;

/** A subject of a version, with the count of its questions, both fixed ones and those that a draw selects. */
export type RuledSubject = { subjectId: number; name: string; questionCount: number };

export const plainRules: ExamRules = {
  right: 1,
  wrong: 0,
  blank: 0,
  annulment: 'point',
  weights: [],
  minimums: [],
  totalMinimum: null,
  passLine: null,
  tieBreaks: [],
};

/** The share of its points that a block, or the whole exam, must reach in the preset. */
const PRESET_MINIMUM = 0.3;
const shareOf = (count: number) => Math.round(count * PRESET_MINIMUM * 100) / 100;

/**
 * Certo ou Errado with the scoring of Cebraspe. Each subject of the version becomes a block, which the author may
 * merge.
 */
export function cebraspeRules(subjects: readonly RuledSubject[], questionCount: number): ExamRules {
  return {
    ...plainRules,
    wrong: -1,
    minimums: subjects.slice(0, RULE_BLOCKS_MAX).map(({ subjectId, name, questionCount: count }) => ({
      name: name.slice(0, RULE_NAME_MAX),
      subjectIds: [subjectId],
      points: shareOf(count),
    })),
    totalMinimum: shareOf(questionCount),
    tieBreaks: [{ by: 'wrong', subjectId: null }],
  };
}

const quizRules = z.object({
  id: z.number(),
  title: z.string(),
  revision: z.number(),
  isPublished: z.boolean(),
  hasUnpublishedChanges: z.boolean(),
  /** Percent. */
  passingScore: z.number(),
  questionCount: z.number(),
  subjects: z.array(z.object({ subjectId: z.number(), name: z.string(), questionCount: z.number() })),
  /** Null: the specification's score alone. */
  rules: z.nullable(examRules),
  conduct: examConduct,
  updatedAt: instant,
});
export type QuizRules = z.output<typeof quizRules>;

export const getRules = endpoint({
  method: 'GET',
  path: '/api/teacher/quizzes/:id/rules',
  access: 'author',
  summary: 'How the exam of a draft is counted and held, with the subjects that its rules may speak of.',
  response: quizRules,
});

export const saveRules = endpoint({
  method: 'PUT',
  path: '/api/teacher/quizzes/:id/rules',
  access: 'author',
  errors: ['version_conflict', 'subject_gone'],
  summary:
    'Saves how the draft is counted and held, over the revision it was made from; it holds once it is published.',
  body: z.object({
    revision,
    rules: z.nullable(examRules),
    /** Omitted: unchanged. */
    conduct: z.optional(examConduct),
  }),
  response: quizRules,
});
