import { scoreEssay } from '#contract/exams/espelho.ts';
import type { Correction, EssayResult } from '#contract/exams/essay-corrections.ts';
import { endOfSheet, essayLines } from '#contract/exams/essay-lines.ts';
import type { PublishedTheme } from '#contract/exams/essay-themes.ts';

/** `photo`: delivered as pictures, with the lines that its student counted. */
export type Graded = { text: string; theme: PublishedTheme; photo?: { pages: number; lines: number } | null };

/** What a correction says about things that its essay or espelho does not have, by field; empty when all fits. */
export function draftProblems({ text, theme, photo }: Graded, correction: Correction): Record<string, string> {
  const { criteria, zeroReasons } = theme.espelho;
  const most = new Map(criteria.map(({ key, points }) => [key, points]));
  const end = endOfSheet(text, essayLines(text, theme.lineWidth), theme.maxLines);
  const problems: Record<string, string> = {};
  for (const [key, points] of Object.entries(correction.points)) {
    const limit = most.get(key);
    const field = `correction.points.${key}`;
    if (limit === undefined) problems[field] = 'Este critério não está no espelho.';
    else if (points > limit) problems[field] = `No máximo ${String(limit).replace('.', ',')}.`;
  }
  correction.marks.forEach((mark, index) => {
    if (!mark.area && mark.end > end) problems[`correction.marks.${index}.end`] = 'O trecho passa do fim da folha.';
    if (mark.area && mark.area.page > (photo?.pages ?? 0)) {
      problems[`correction.marks.${index}.area`] = 'Esta página não existe.';
    }
    if (mark.criterionKey !== null && !most.has(mark.criterionKey)) {
      problems[`correction.marks.${index}.criterionKey`] = 'Este critério não está no espelho.';
    }
  });
  const known = zeroReasons.filter(({ automatic }) => automatic === null).map(({ key }) => key);
  if (correction.zeroReasonKeys.some((key) => !known.includes(key))) {
    problems['correction.zeroReasonKeys'] = 'Este motivo não está no espelho.';
  }
  return problems;
}

export function resultOf({ text, theme, photo }: Graded, correction: Correction): EssayResult {
  const written = photo ? (correction.lines ?? photo.lines) : essayLines(text, theme.lineWidth).length;
  const lines = Math.min(theme.maxLines, written);
  return { ...scoreEssay(theme.espelho, { ...correction, lines, minLines: theme.minLines }), lines };
}

/** What keeps an essay from being returned: every criterion needs its points, unless the whole essay is zero. */
export function returnProblems(graded: Graded, correction: Correction): Record<string, string> {
  const { criteria, zeroReasons } = graded.theme.espelho;
  const { reasonKeys } = resultOf(graded, correction);
  const isZero = zeroReasons.some(({ key, effect }) => effect.kind === 'zero' && reasonKeys.includes(key));
  if (isZero) return {};
  const open = criteria.filter(({ key }) => correction.points[key] === undefined);
  return Object.fromEntries(open.map(({ key, name }) => [`correction.points.${key}`, `Dê os pontos de “${name}”.`]));
}
