import type { Practice } from '#contract/study/practice.ts';

/**
 * The question in view, kept with the entry of the browser's history: a reload, or the way back from another page,
 * shows the answered question and its comment again. A visit by a link begins anew, at the first open question.
 */
const NAME = 'practicePlace';

export function storedPosition(): number | null {
  const place: unknown = (history.state as Record<string, unknown> | null)?.[NAME];
  return typeof place === 'number' ? place : null;
}

export function storePosition(place: number): void {
  if (storedPosition() !== place) history.replaceState({ ...history.state, [NAME]: place }, '');
}

/** Where a practice goes on; its length stands for the summary. Another tab may have gone on meanwhile. */
export function positionToShow({ questions, total, finishedAt }: Practice, kept: number | null): number {
  const firstOpen = questions.findIndex(({ answer }) => answer === null);
  const isOver = finishedAt !== null || firstOpen < 0;
  if (kept !== null && (questions[kept]?.answer || (kept === total && isOver))) return kept;
  return firstOpen < 0 ? total : firstOpen;
}
