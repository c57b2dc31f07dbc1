import type { ReviewCard } from '#contract/study/review-cards.ts';
import { readAsOne } from '#server/db/as-one.ts';
import type { Db } from '#server/db/handle.ts';
import type { UnderWay } from '#server/features/exams/mock-exams/taking/being-taken.service.ts';
import { readCards } from '#server/features/study/cards/cards.service.ts';
import { modelOf } from '../memory-replay.ts';
import type { DayCard } from '../review-day.service.ts';
import { memoryRow } from '../student-memories.store.ts';
import { statesOfCards } from './card-answers.store.ts';
import { daysAfterGrades } from './card-replay.ts';

/** The cards of a day with their texts, their history in short, and when each grade would bring them back. */
export async function readDayCards(
  db: Db,
  userId: string,
  cards: readonly DayCard[],
  { day: today, underWay }: { day: string; underWay: UnderWay },
): Promise<ReviewCard[]> {
  if (cards.length === 0) return [];
  const ids = cards.map(({ cardId }) => cardId);
  const [contents, { states, memory }] = await Promise.all([
    readCards(db, userId, ids, { underWay, day: today }),
    readAsOne(db, { states: statesOfCards(userId, ids), memory: memoryRow(userId) }),
  ]);
  const model = modelOf(memory[0]?.weights ?? null);
  const stateOf = new Map(states.map((state) => [state.cardId, state]));
  return cards.flatMap(({ cardId, position, reason, isNew }) => {
    const card = contents.get(cardId);
    if (!card) return [];
    const state = stateOf.get(cardId) ?? null;
    return {
      position,
      card,
      reason,
      isNew,
      answers: state?.answers ?? 0,
      lastGrade: state && state.answers > 0 ? state.lastGrade : null,
      days: daysAfterGrades(state, today, model),
    };
  });
}
