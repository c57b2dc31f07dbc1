import type { Db } from '#server/db/handle.ts';
import type { Withheld } from '#server/features/exams/mock-exams/taking/withheld-questions.ts';
import type { ActiveQuestions } from '#server/features/questions/questions/active-questions.service.ts';
import { type Askable, askableOn } from './askable.ts';
import { listOpenCards } from './cards/card-day.store.ts';
import type { Reviewer } from './review.store.ts';

/** What may be asked of a student. */
export type Openness = {
  questionsOn(day: string): Askable;
  /** Those of the cards that may still be asked on a day. */
  cardsOn(day: string, cardIds: readonly number[]): Promise<readonly number[]>;
};

/** By the database: for everything that is shown. A question is looked up once for each day. */
export function lookedUp(db: Db, who: Reviewer): Openness {
  const days = new Map<string, Askable>();
  return {
    questionsOn(day) {
      const askable = days.get(day) ?? askableOn(db, who, day);
      days.set(day, askable);
      return askable;
    },
    cardsOn: (day, cardIds) => listOpenCards(db, who, cardIds, day),
  };
}

type Read = {
  bank: Pick<ActiveQuestions, 'byId'>;
  /** The questions that are not given to the student now (`readWithheld`). */
  withheld: Pick<Withheld, 'has'>;
  isAnswered(questionId: number, day: string): boolean;
  isOpenCard(cardId: number, day: string): boolean;
};

/** The same by what was read of the student before, without a further statement: for counts, and to choose a list. */
export const knownFrom = ({ bank, withheld, isAnswered, isOpenCard }: Read): Openness => ({
  questionsOn: (day) => ({
    get: (id) => (withheld.has(id) || isAnswered(id, day) ? null : (bank.byId.get(id) ?? null)),
    look: async () => {},
  }),
  cardsOn: async (day, cardIds) => cardIds.filter((id) => isOpenCard(id, day)),
});
