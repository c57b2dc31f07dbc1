import { randomInt } from 'node:crypto';
import type { AskedQuestion } from '../drawing/draws.service.ts';

/** Fisher and Yates. `below` is a random whole number under its argument. */
function shuffled<T>(items: readonly T[], below: (limit: number) => number): T[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    [mixed[last], mixed[other]] = [mixed[other] as T, mixed[last] as T];
  }
  return mixed;
}

/** Another order for each attempt. Questions that are read with one text follow each other, in the order they had. */
export function shuffledByText<Question extends Pick<AskedQuestion, 'questionId' | 'baseTextId'>>(
  questions: readonly Question[],
  below: (limit: number) => number = randomInt,
): Question[] {
  const groups = Map.groupBy(questions, ({ baseTextId, questionId }) =>
    baseTextId === null ? `question ${questionId}` : `text ${baseTextId}`,
  );
  return shuffled([...groups.values()], below).flat();
}
