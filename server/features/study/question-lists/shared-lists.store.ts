import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

/** Lists that one person passes on to others: by a link, or to the students of a course. */

const sourceColumns = sql`l.id, l.user_id AS "userId", l.name, l.total,
  CASE WHEN u.role IN ('teacher', 'admin') THEN u.first_name || ' ' || u.last_name END AS teacher`;
export type SourceRow = { id: number; userId: string; name: string; total: number; teacher: string | null };

export async function findShared(db: Db, token: string): Promise<SourceRow | undefined> {
  const found = await sql<SourceRow>`
    SELECT ${sourceColumns} FROM question_lists l JOIN users u ON u.id = l.user_id
    WHERE l.share_token = ${token}`.execute(db);
  return found.rows[0];
}

/** Courses that the person follows, and lists offered to them. */
const offeredTo = (userId: string) => sql`
  FROM enrollments e
  JOIN question_list_offers offer ON offer.course_id = e.course_id
  JOIN courses c ON c.id = e.course_id AND c.is_published AND c.deleted_at IS NULL
  JOIN question_lists l ON l.id = offer.list_id
  JOIN users u ON u.id = l.user_id
  WHERE e.user_id = ${userId} AND e.left_at IS NULL`;

export async function findOffered(db: Db, userId: string, listId: number): Promise<SourceRow | undefined> {
  const found = await sql<SourceRow>`
    SELECT ${sourceColumns} ${offeredTo(userId)} AND l.id = ${listId} LIMIT 1`.execute(db);
  return found.rows[0];
}

export type OfferedRow = SourceRow & { course: string; offeredAt: Date; copyId: number | null };

/** A list that is offered to several of the courses is listed once. */
export async function listOffered(db: Db, userId: string, limit: number): Promise<OfferedRow[]> {
  const found = await sql<OfferedRow>`
    SELECT * FROM (
      SELECT DISTINCT ON (l.id) ${sourceColumns}, c.title AS course, offer.offered_at AS "offeredAt",
        (SELECT max(copy.id) FROM question_lists copy
          WHERE copy.copied_from = l.id AND copy.user_id = ${userId}) AS "copyId"
      ${offeredTo(userId)} ORDER BY l.id, offer.offered_at DESC
    ) AS offered ORDER BY "offeredAt" DESC, id DESC LIMIT ${limit}`.execute(db);
  return found.rows;
}

export async function listCourseIds(db: Db | Tx, listId: number): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT course_id AS id FROM question_list_offers WHERE list_id = ${listId} ORDER BY course_id`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** The courses that still exist, with their titles. */
/** The courses that a list is offered to, as one of several reads (`readAsOne`). */
export const offeredCoursesOf = (listId: number) => sql<{ id: number; title: string }>`
  SELECT courses.id, courses.title FROM question_list_offers JOIN courses ON courses.id = course_id
  WHERE list_id = ${listId} AND courses.deleted_at IS NULL ORDER BY courses.id`;

type Offers = { courseIds: readonly number[]; ended: readonly number[]; now: Date };

export async function replaceOffers(tx: Tx, listId: number, { courseIds, ended, now }: Offers): Promise<void> {
  await sql`
    DELETE FROM question_list_offers
    WHERE list_id = ${listId} AND course_id = ANY(${ended}::int[])`.execute(tx);
  await sql`
    INSERT INTO question_list_offers (list_id, course_id, offered_at)
    SELECT ${listId}, id, ${now} FROM unnest(${courseIds}::int[]) AS id
    ON CONFLICT DO NOTHING`.execute(tx);
}
