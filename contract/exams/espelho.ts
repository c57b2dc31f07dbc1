import * as z from 'zod/mini';
import {
  ESPELHO_CRITERIA_MAX,
  ESPELHO_LEVELS_MAX,
  ESPELHO_REASONS_MAX,
  ESSAY_WORDS_MAX,
} from '#contract/exams/essay-limits.ts';
import { RULE_NAME_MAX, RULE_POINTS_MAX } from '#contract/limits.ts';
import { requiredText, text } from '#contract/shapes.ts';

/** Points are counted in hundredths, as those of mock exams (219). */
const hundredths = z.refine<number>((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, {
  error: 'Use no máximo duas casas decimais.',
});
export const essayPoints = (least: number) =>
  z
    .number('Informe um número.')
    .check(z.gte(least, `A partir de ${least}.`), z.lte(RULE_POINTS_MAX, `No máximo ${RULE_POINTS_MAX}.`), hundredths);

/** Names a criterion or a zero reason inside one espelho, and stays the same from version to version. */
export const espelhoKey = z.string().check(z.regex(/^[a-z0-9-]{1,36}$/, 'Chave inválida.'));

const criterion = z.object({
  key: espelhoKey,
  name: requiredText(RULE_NAME_MAX, 'Dê um nome ao critério.'),
  points: essayPoints(0.01),
  /** What one point of it is worth in the score. */
  weight: essayPoints(0.01),
  description: text(ESSAY_WORDS_MAX),
  levels: z
    .array(z.object({ points: essayPoints(0), text: requiredText(ESSAY_WORDS_MAX, 'Descreva o nível.') }))
    .check(z.maxLength(ESPELHO_LEVELS_MAX, `Use no máximo ${ESPELHO_LEVELS_MAX} níveis.`)),
});
export type Criterion = z.output<typeof criterion>;

/** `errors_per_line` is Cebraspe's: NC − k · NE ÷ TL, never below 0. */
const scoreRule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sum') }),
  z.object({ kind: z.literal('errors_per_line'), factor: essayPoints(0.01) }),
]);

const zeroEffect = z.union(
  [
    z.object({ kind: z.literal('zero') }),
    z.object({ kind: z.literal('criterion'), criterionKey: espelhoKey }),
    z.object({ kind: z.literal('deduct'), points: essayPoints(0.01) }),
  ],
  'Complete o efeito do motivo.',
);
export type ZeroEffect = z.output<typeof zeroEffect>;

const zeroReason = z.object({
  key: espelhoKey,
  name: requiredText(RULE_NAME_MAX, 'Dê um nome ao motivo.'),
  effect: zeroEffect,
  /** The server applies it by the count of lines; null: the reader decides. */
  automatic: z.nullable(z.enum(['blank', 'too_short'])),
});
export type ZeroReason = z.output<typeof zeroReason>;

const areUnique = (items: readonly { key: string }[]) => new Set(items.map(({ key }) => key)).size === items.length;

export const espelho = z
  .object({
    criteria: z
      .array(criterion)
      .check(
        z.minLength(1, 'O espelho precisa de pelo menos um critério.'),
        z.maxLength(ESPELHO_CRITERIA_MAX, `Use no máximo ${ESPELHO_CRITERIA_MAX} critérios.`),
        z.refine(areUnique, { error: 'Dois critérios têm a mesma chave.' }),
      ),
    rule: scoreRule,
    zeroReasons: z
      .array(zeroReason)
      .check(
        z.maxLength(ESPELHO_REASONS_MAX, `Use no máximo ${ESPELHO_REASONS_MAX} motivos.`),
        z.refine(areUnique, { error: 'Dois motivos têm a mesma chave.' }),
      ),
    /** Less than this does not pass; null: the essay has no minimum. */
    minimum: z.nullable(essayPoints(0)),
  })
  .check(
    z.refine(
      ({ criteria }) => criteria.every(({ points, levels }) => levels.every((level) => level.points <= points)),
      {
        error: 'Um nível vale mais que o seu critério.',
        path: ['criteria'],
      },
    ),
    z.refine(
      ({ criteria, zeroReasons }) =>
        zeroReasons.every(
          ({ effect }) => effect.kind !== 'criterion' || criteria.some(({ key }) => key === effect.criterionKey),
        ),
      { error: 'Um motivo zera um critério que não existe.', path: ['zeroReasons'] },
    ),
    z.refine((whole) => whole.minimum === null || whole.minimum <= mostPoints(whole), {
      error: 'O mínimo passa do total de pontos.',
      path: ['minimum'],
    }),
  );
export type Espelho = z.output<typeof espelho>;

const inHundredths = (points: number) => Math.round(points * 100);

/** The total of the criteria for these points, in ten-thousandths, so that intermediate values are exact. */
const weighted = (criteria: readonly Criterion[], pointsOf: (criterion: Criterion) => number) =>
  criteria.reduce((sum, one) => sum + inHundredths(pointsOf(one)) * inHundredths(one.weight), 0);

/** Halves go up. */
const roundedDivision = (dividend: number, divisor: number) => Math.floor((2 * dividend + divisor) / (2 * divisor));

export const mostPoints = ({ criteria }: Pick<Espelho, 'criteria'>): number =>
  roundedDivision(
    weighted(criteria, ({ points }) => points),
    100,
  ) / 100;

export type ReadEssay = {
  /** Points by criterion key; a criterion without an entry has none yet and counts as 0. */
  points: Readonly<Record<string, number>>;
  languageErrors: number;
  zeroReasonKeys: readonly string[];
  /** Lines on the sheet, without those beyond it. */
  lines: number;
  minLines: number;
};

export type EssayScore = {
  score: number;
  /** Null: the espelho has no minimum. */
  isPassed: boolean | null;
  /** The criteria alone, before errors and zero reasons. */
  content: number;
  /** What the language errors take away. */
  penalty: number;
  reasonKeys: string[];
};

const isAutomatic = ({ automatic }: ZeroReason, { lines, minLines }: ReadEssay) =>
  automatic === 'blank' ? lines === 0 : automatic === 'too_short' && lines > 0 && lines < minLines;

/** The score of an essay under its espelho. The server stores it; the grading page and the editor's example show it. */
export function scoreEssay({ criteria, rule, zeroReasons, minimum }: Espelho, read: ReadEssay): EssayScore {
  const reasons = zeroReasons.filter(
    (reason) => isAutomatic(reason, read) || (reason.automatic === null && read.zeroReasonKeys.includes(reason.key)),
  );
  const emptied = new Set(reasons.flatMap(({ effect }) => (effect.kind === 'criterion' ? [effect.criterionKey] : [])));
  const givenTo = ({ key, points }: Criterion) => Math.min(points, Math.max(0, read.points[key] ?? 0));
  const content = weighted(criteria, givenTo);
  const left = weighted(criteria, (one) => (emptied.has(one.key) ? 0 : givenTo(one)));
  const deducted = reasons.reduce(
    (sum, { effect }) => sum + (effect.kind === 'deduct' ? inHundredths(effect.points) * 100 : 0),
    0,
  );
  // Over the lines, so that NC − k · NE ÷ TL is divided and rounded once.
  const divisor = rule.kind === 'errors_per_line' ? Math.max(1, read.lines) : 1;
  const errors = rule.kind === 'errors_per_line' ? inHundredths(rule.factor) * 100 * read.languageErrors : 0;
  const isZero = reasons.some(({ effect }) => effect.kind === 'zero') || (rule.kind !== 'sum' && read.lines === 0);
  const rest = isZero ? 0 : Math.max(0, (left - deducted) * divisor - errors);
  const score = roundedDivision(rest, divisor * 100) / 100;
  return {
    score,
    isPassed: minimum === null ? null : inHundredths(score) >= inHundredths(minimum),
    content: roundedDivision(content, 100) / 100,
    penalty: roundedDivision(errors, divisor * 100) / 100,
    reasonKeys: reasons.map(({ key }) => key),
  };
}
