import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/handle.ts';
import { lawTextOn } from '#server/db/law-text.ts';
import { startOfDay } from '#server/time/calendar.ts';
import type { StateColumns } from '../review.store.ts';
import { isDayStored, storedCardIds } from '../review-day.store.ts';

/** A card of a law whose text has changed waits until the student has checked it. */
const askable = (
  day: string,
) => sql`NOT cards.is_suspended AND (cards.source_kind IS DISTINCT FROM 'law' OR cards.law_device_id IS NULL
  OR cards.source_version IS NOT DISTINCT FROM (
    SELECT text.id FROM (${lawTextOn(sql`cards.law_device_id`, day)}) text))`;

type Ids = RawBuilder<number[]>;
const listed = (ids: readonly number[]): Ids => sql`${ids}::int[]`;

/** Not made from a question that is under way for the student: its words may hold the key. */
const isOpenCard = (underWay: Ids) => sql`(cards.question_id IS NULL OR cards.question_id <> ALL(${underWay}))`;

/** States as columns of big-endian numbers, in one row: see review.store.ts. `fresh` are new cards, oldest first. */
export type CardColumns = StateColumns & { fresh: number[] };

type Asked = { userId: string; underWay: readonly number[] };

/** A card enters the review on the day after it was made. */
const cardColumns = (userId: string, underWay: Ids, day: string, freshLimit: number) => sql<CardColumns>`
    SELECT string_agg(int8send((s.card_id::bigint << 32)
        | (((s.last_day - date '1970-01-01') * 2 + (s.last_grade > 1)::int)::bigint & 4294967295)), '') AS last,
      string_agg(float8send(s.stability), '') AS stability, string_agg(float8send(s.difficulty), '') AS difficulty,
      (SELECT coalesce(json_agg(id), '[]') FROM (
        SELECT cards.id FROM cards
        WHERE cards.user_id = ${userId} AND cards.created_at < (SELECT ${startOfDay(day)}::timestamptz)
          AND ${askable(day)} AND ${isOpenCard(underWay)}
          AND NOT EXISTS (SELECT FROM card_states WHERE card_id = cards.id)
        ORDER BY cards.created_at, cards.id LIMIT ${freshLimit}
      ) AS fresh) AS fresh
    FROM card_states s JOIN cards ON cards.id = s.card_id
    WHERE s.user_id = ${userId} AND ${askable(day)} AND ${isOpenCard(underWay)}`;

export async function readCardColumns(db: Db, who: Asked, day: string, freshLimit: number): Promise<CardColumns> {
  const { rows } = await cardColumns(who.userId, listed(who.underWay), day, freshLimit).execute(db);
  const [columns] = rows;
  if (!columns) throw new Error('An aggregate has one row.');
  return columns;
}

type UnderWayQuery = RawBuilder<{ questionId: number }>;
const underWayOf = (query: UnderWayQuery): Ids => sql`ARRAY(SELECT "questionId" FROM (${query}) AS under_way)`;

/** As a query that can be batched; without a row, and without reading anything, where the list of the day is stored. */
export const cardsUnlessStored = (userId: string, underWay: UnderWayQuery, day: string, freshLimit: number) =>
  sql<CardColumns>`
    WITH under_way AS MATERIALIZED (SELECT ${underWayOf(underWay)} AS ids)
    SELECT columns.* FROM (${cardColumns(userId, sql`(SELECT ids FROM under_way)::int[]`, day, freshLimit)}) AS columns
    WHERE NOT ${isDayStored(userId, day)}`;

const openCards = (userId: string, underWay: Ids, ids: Ids, day: string) => sql<{ cardId: number }>`
    SELECT cards.id AS "cardId" FROM cards
    LEFT JOIN card_states s ON s.card_id = cards.id
    WHERE cards.user_id = ${userId} AND cards.id = ANY(${ids}) AND ${askable(day)} AND ${isOpenCard(underWay)}
      AND (s.last_day IS NULL OR s.last_day < ${day}::date)`;

/** Those of the cards that may still be asked on this day. */
export async function listOpenCards(db: Db, { userId, underWay }: Asked, ids: readonly number[], day: string) {
  if (ids.length === 0) return [];
  const { rows } = await openCards(userId, listed(underWay), listed(ids), day).execute(db);
  return rows.map(({ cardId }) => cardId);
}

/** The same of the cards of the stored day, as a query that can be batched. */
export const openCardsOfStored = (userId: string, underWay: UnderWayQuery, day: string) =>
  openCards(userId, underWayOf(underWay), storedCardIds(userId, day), day);

/**
 * The cards answered on a day, as a query that can be batched with other reads. `isAgain`: the last answer was
 * 'De novo', so the card returns on the same day.
 */
export const cardsReviewedOn = (userId: string, day: string) => sql<{
  cardId: number;
  questionId: number | null;
  grade: number;
  isAgain: boolean;
}>`
  SELECT DISTINCT ON (a.card_id) a.card_id AS "cardId", cards.question_id AS "questionId", a.grade, a.grade = 1 AND ${askable(day)} AS "isAgain"
  FROM card_answers a JOIN cards ON cards.id = a.card_id
  WHERE a.user_id = ${userId} AND a.study_day = ${day}::date AND a.undone_at IS NULL
  ORDER BY a.card_id, a.id DESC LIMIT 1000`;

/** A row where the student has a card. */
export const hasCards = (userId: string) =>
  sql<{ has: true }>`SELECT true AS has FROM cards WHERE user_id = ${userId} LIMIT 1`;
