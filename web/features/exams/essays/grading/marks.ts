import type { Criterion } from '#contract/exams/espelho.ts';
import type { Correction, EssayMark } from '#contract/exams/essay-corrections.ts';
import type { Selection } from './text-selection.ts';

export function withMark(correction: Correction, selection: Selection, about: Pick<EssayMark, 'id' | 'criterionKey'>) {
  const mark: EssayMark = { ...selection, ...about, comment: '', points: 0, isPraise: false };
  return { marks: [...correction.marks, mark] };
}

export const changedMark = (correction: Correction, id: string, wish: Partial<EssayMark>) => ({
  marks: correction.marks.map((mark) => (mark.id === id ? { ...mark, ...wish } : mark)),
});

export const withoutMark = (correction: Correction, id: string) => ({
  marks: correction.marks.filter((mark) => mark.id !== id),
});

/** The points of a criterion after its marks; null when no mark takes points. A number typed by the reader wins. */
export function suggestedPoints({ key, points }: Pick<Criterion, 'key' | 'points'>, marks: readonly EssayMark[]) {
  const taken = marks
    .filter((mark) => mark.criterionKey === key && !mark.isPraise)
    .reduce((sum, mark) => sum + Math.round(mark.points * 100), 0);
  return taken === 0 ? null : Math.max(0, Math.round(points * 100) - taken) / 100;
}

/** A tenth more or less, never below zero. */
export const steppedPoints = (points: number, step: 1 | -1) => Math.max(0, Math.round(points * 100) + step * 10) / 100;
