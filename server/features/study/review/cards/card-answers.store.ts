import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import type { CardGrade, CardSeed, CardState, GradedAnswer } from './card-replay.ts';

/** Locks a card against another answer until the transaction ends. */
export async function lockCard(tx: Tx, userId: string, cardId: number) {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM cards WHERE user_id = ${userId} AND id = ${cardId} FOR NO KEY UPDATE`.execute(tx);
  return rows[0];
}

type NewAnswer = { userId: string; cardId: number; key: string; grade: CardGrade; day: string; now: Date };

/** False where the key was used before: the first answer under a key counts. */
export async function insertCardAnswer(tx: Tx, answer: NewAnswer): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('card_answers')
    .values({
      user_id: answer.userId,
      card_id: answer.cardId,
      answer_key: answer.key,
      grade: answer.grade,
      study_day: answer.day,
      answered_at: answer.now,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'answer_key']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Marks an answer as undone. The card of it, also where it was undone before; undefined without such an answer. */
export async function undoCardAnswer(tx: Tx, userId: string, key: string, now: Date) {
  const { rows } = await sql<{ cardId: number }>`
    UPDATE card_answers SET undone_at = coalesce(undone_at, ${now})
    WHERE user_id = ${userId} AND answer_key = ${key} RETURNING card_id AS "cardId"`.execute(tx);
  return rows[0];
}

export async function findAnswerCard(tx: Tx, userId: string, key: string) {
  return tx
    .selectFrom('card_answers')
    .select('card_id as cardId')
    .where('user_id', '=', userId)
    .where('answer_key', '=', key)
    .executeTakeFirst();
}

/** Everything that moved the memory of these cards. */
export async function listCardLog(tx: Db | Tx, cardIds: readonly number[]) {
  const { rows } = await sql<GradedAnswer & { cardId: number }>`
    SELECT card_id AS "cardId", grade, study_day::text AS day FROM card_answers
    WHERE card_id = ANY(${cardIds}::int[]) AND undone_at IS NULL ORDER BY card_id, study_day, id`.execute(tx);
  return rows;
}

export async function listSeeds(tx: Db | Tx, cardIds: readonly number[]) {
  const { rows } = await sql<CardSeed & { cardId: number }>`
    SELECT id AS "cardId", seed_stability AS stability, seed_difficulty AS difficulty, seed_day::text AS day FROM cards
    WHERE id = ANY(${cardIds}::int[]) AND seed_day IS NOT NULL AND seed_stability IS NOT NULL
      AND seed_difficulty IS NOT NULL`.execute(tx);
  return rows;
}

type StateOfCard = CardState & { cardId: number };

export async function saveCardStates(tx: Tx, userId: string, states: readonly StateOfCard[]): Promise<void> {
  if (states.length === 0) return;
  await tx
    .insertInto('card_states')
    .values(
      states.map((state) => ({
        card_id: state.cardId,
        user_id: userId,
        stability: state.stability,
        difficulty: state.difficulty,
        last_day: state.lastDay,
        last_grade: state.lastGrade,
        answers: state.answers,
        lapses: state.lapses,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('card_id').doUpdateSet((set) => ({
        stability: set.ref('excluded.stability'),
        difficulty: set.ref('excluded.difficulty'),
        last_day: set.ref('excluded.last_day'),
        last_grade: set.ref('excluded.last_grade'),
        answers: set.ref('excluded.answers'),
        lapses: set.ref('excluded.lapses'),
      })),
    )
    .execute();
}

/** The state of a card whose answers were all undone. */
export async function deleteCardStates(tx: Tx, cardIds: readonly number[]): Promise<void> {
  if (cardIds.length === 0) return;
  await sql`DELETE FROM card_states WHERE card_id = ANY(${cardIds}::int[])`.execute(tx);
}

export async function listStateCards(tx: Tx, userId: string, after: number, limit: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('card_states')
    .select('card_id as cardId')
    .where('user_id', '=', userId)
    .where('card_id', '>', after)
    .orderBy('card_id')
    .limit(limit)
    .execute();
  return rows.map(({ cardId }) => cardId);
}

/** The states of these cards, as a query that can be batched with other reads. */
export const statesOfCards = (userId: string, cardIds: readonly number[]) => sql<StateOfCard>`
  SELECT card_id AS "cardId", stability, difficulty, last_day::text AS "lastDay", last_grade AS "lastGrade", answers,
    lapses
  FROM card_states WHERE user_id = ${userId} AND card_id = ANY(${cardIds}::int[])`;
