import type { Practice } from '#contract/study/practice.ts';

/**
 * The question in view is stored in the browser's history entry: a reload, or the way back from another page, shows
 * the answered question and its comment again. A visit by a link starts at the first open question.
 */
const NAME = 'practicePlace';

export function storedPosition(): number | null {
  const place: unknown = (history.state as Record<string, unknown> | null)?.[NAME];
  return typeof place === 'number' ? place : null;
}

export function storePosition(place: number): void {
  if (storedPosition() !== place) history.replaceState({ ...history.state, [NAME]: place }, '');
}

/**
 * The position at which a practice continues; a position equal to its length is the summary. Another tab may have
 * answered more meanwhile.
 */
export function positionToShow({ questions, total, finishedAt }: Practice, kept: number | null): number {
  const firstOpen = questions.findIndex(({ answer }) => answer === null);
  const isOver = finishedAt !== null || firstOpen < 0;
  if (kept !== null && (questions[kept]?.answer || (kept === total && isOver))) return kept;
  return firstOpen < 0 ? total : firstOpen;
}
