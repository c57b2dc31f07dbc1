import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

export type DayRow = {
  day: string;
  examDay: string | null;
  questions: number;
  questionIds: number[];
  askedIds: number[];
  reasons: string[];
  areNew: boolean[];
  tomorrow: number;
  /** The day that the cards below are of; another one means that the version before has stored the day. */
  cardsDay: string | null;
  cardIds: number[];
  /** The position of each card in the list of questions and cards together. */
  cardPositions: number[];
  cardReasons: string[];
  tomorrowCards: number;
  /** Put off on `postponedOn`; on another day they count for nothing. */
  postponedOn: string | null;
  postponedIds: number[];
};

/** A day as it is computed; what the student has put off is stored apart from it. */
export type NewDay = Omit<DayRow, 'postponedOn' | 'postponedIds'>;

/** The stored day, as a query that can be batched with other reads. */
export const storedDay = (userId: string) => sql<DayRow>`
  SELECT day::text AS day, exam_day::text AS "examDay", questions, question_ids AS "questionIds",
    asked_ids AS "askedIds", reasons, are_new AS "areNew", tomorrow, cards_day::text AS "cardsDay",
    card_ids AS "cardIds", card_positions AS "cardPositions", card_reasons AS "cardReasons",
    tomorrow_cards AS "tomorrowCards", postponed_on::text AS "postponedOn", postponed_ids AS "postponedIds"
  FROM review_days WHERE user_id = ${userId}`;

const isOfDay = (userId: string, day: string) =>
  sql`user_id = ${userId} AND day = ${day}::date AND cards_day = ${day}::date`;

/** Whether a list of this day is stored. */
export const isDayStored = (userId: string, day: string) =>
  sql`EXISTS (SELECT FROM review_days WHERE ${isOfDay(userId, day)})`;

/** The cards of the stored list of this day. */
export const storedCardIds = (userId: string, day: string) =>
  sql<number[]>`coalesce((SELECT card_ids FROM review_days WHERE ${isOfDay(userId, day)}), '{}')`;

/** The questions of the stored list that were answered on its day or later; as a query that can be batched. */
export const answeredOfStored = (userId: string, day: string) => sql<{ questionId: number }>`
  SELECT s.question_id AS "questionId" FROM memory_states s
  WHERE s.user_id = ${userId} AND s.last_day >= ${day}::date AND s.question_id = ANY(coalesce((
    SELECT question_ids || asked_ids FROM review_days WHERE ${isOfDay(userId, day)}), '{}'))`;

/**
 * Stores a list. One that another request has stored for the same day, exam and number of questions since `before` was
 * read stays, and so does that of a later day: then no row is written.
 */
export const dayInsert = (userId: string, day: NewDay, before: NewDay | undefined) => sql`
    INSERT INTO review_days (user_id, day, exam_day, questions, question_ids, asked_ids, reasons, are_new, tomorrow,
      cards_day, card_ids, card_positions, card_reasons, tomorrow_cards)
    SELECT id, ${day.day}::date, ${day.examDay}::date, ${day.questions}, ${day.questionIds}::int[],
      ${day.askedIds}::int[], ${day.reasons}::text[], ${day.areNew}::boolean[], ${day.tomorrow}, ${day.cardsDay}::date,
      ${day.cardIds}::int[], ${day.cardPositions}::int[], ${day.cardReasons}::text[], ${day.tomorrowCards}
    FROM users WHERE id = ${userId}
    ON CONFLICT (user_id) DO UPDATE SET day = excluded.day, exam_day = excluded.exam_day,
      questions = excluded.questions, question_ids = excluded.question_ids, asked_ids = excluded.asked_ids,
      reasons = excluded.reasons, are_new = excluded.are_new, tomorrow = excluded.tomorrow,
      cards_day = excluded.cards_day, card_ids = excluded.card_ids, card_positions = excluded.card_positions,
      card_reasons = excluded.card_reasons, tomorrow_cards = excluded.tomorrow_cards
    WHERE review_days.day < excluded.day OR review_days.day = excluded.day AND (
      (review_days.exam_day, review_days.questions, review_days.cards_day)
        IS DISTINCT FROM (excluded.exam_day, excluded.questions, excluded.cards_day)
      OR (review_days.question_ids, review_days.card_ids) = (${before?.questionIds ?? null}::int[], ${before?.cardIds ?? null}::int[]))`;

/** False: the list of another request stays (dayInsert). */
export async function saveDay(db: Db | Tx, userId: string, day: NewDay, before: NewDay | undefined): Promise<boolean> {
  const { numAffectedRows } = await dayInsert(userId, day, before).execute(db);
  return numAffectedRows === 1n;
}

/** Needs the stored day. The newest `most` stay. */
export async function addPostponed(db: Db | Tx, userId: string, day: string, questionId: number, most: number) {
  await sql`
    UPDATE review_days SET postponed_on = ${day}::date, postponed_ids = (
      CASE WHEN postponed_on = ${day}::date THEN ARRAY[${questionId}::int] || array_remove(postponed_ids, ${questionId})
        ELSE ARRAY[${questionId}::int] END)[1:${most}::int]
    WHERE user_id = ${userId}`.execute(db);
}

export async function removePostponed(db: Db | Tx, userId: string, questionId: number) {
  await sql`
    UPDATE review_days SET postponed_ids = array_remove(postponed_ids, ${questionId})
    WHERE user_id = ${userId} AND ${questionId} = ANY(postponed_ids)`.execute(db);
}

/** After an answer of this day: what was put off on another day counts for nothing anyway. */
export async function liftPostponed(tx: Tx, userId: string, day: string, questionIds: readonly number[]) {
  await sql`
    UPDATE review_days SET postponed_ids = ARRAY(
      SELECT id FROM unnest(postponed_ids) WITH ORDINALITY AS kept(id, place)
      WHERE id <> ALL(${questionIds}::int[]) ORDER BY place)
    WHERE user_id = ${userId} AND postponed_on = ${day}::date
      AND postponed_ids && ${questionIds}::int[]`.execute(tx);
}
