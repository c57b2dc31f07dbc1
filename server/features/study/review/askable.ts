import type { Db } from '#server/db/handle.ts';
import { type AskedRow, listReviewable, type Reviewer } from './review.store.ts';

/** Which questions may be asked of a student on a day, looked up once each. */
export function askableOn(db: Db, who: Reviewer, day: string) {
  const known = new Map<number, AskedRow | null>();
  return {
    /** Null: it may not. Undefined: nobody has looked. */
    get: (questionId: number): AskedRow | null | undefined => known.get(questionId),
    async look(questionIds: Iterable<number>): Promise<void> {
      const unknown = [...new Set(questionIds)].filter((id) => !known.has(id));
      if (unknown.length === 0) return;
      const found = await listReviewable(db, who, unknown, day);
      for (const id of unknown) known.set(id, null);
      for (const one of found) known.set(one.questionId, one);
    },
  };
}

export type Askable = ReturnType<typeof askableOn>;

/**
 * The first of an order that may be asked. `orderOf` gives so many as if whatever was not looked at might be; it is asked
 * again until all that it gives were looked at, each time with twice as many looked at ahead.
 */
export async function firstAskable(
  askable: Askable,
  count: number,
  orderOf: (count: number) => readonly number[],
): Promise<AskedRow[]> {
  for (let ahead = count; ; ahead *= 2) {
    const order = orderOf(count);
    if (order.every((id) => askable.get(id) !== undefined)) return order.flatMap((id) => askable.get(id) ?? []);
    await askable.look(ahead === count ? order : orderOf(ahead));
  }
}
