import type { Db } from '#server/db/handle.ts';
import { type AskedRow, listReviewable, type Reviewer } from './review.store.ts';

/** Which questions may be asked of a student on a day, looked up once each. */
export function askableOn(db: Db, who: Reviewer, day: string) {
  const known = new Map<number, AskedRow | null>();
  return {
    /** Null: it may not be asked. Undefined: not looked up yet. */
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
 * The first `count` questions of an order that may be asked. `orderOf` treats questions not looked up yet as askable.
 * It is called again until everything it returns was looked up; each round looks twice as far ahead.
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
