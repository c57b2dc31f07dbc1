import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { isUnpaused, type Pausing } from '#server/db/unpaused.ts';

export type ExamRow = {
  id: number;
  name: string;
  organisation: string;
  date: string;
  link: string | null;
};

type ExamFields = Omit<ExamRow, 'id'> & { noticeDate?: string | null | undefined };

const columns = ['exams.id', 'exams.name', 'exams.organisation', 'exams.link', 'exams.version'] as const;
/** As text: a calendar day is no moment, and the driver would make it one. */
const date = sql<string>`exams.exam_date::text`.as('date');
const noticeDate = sql<string | null>`exams.notice_date::text`.as('noticeDate');
const followers = sql<number>`(SELECT count(*) FROM followed_exams f WHERE f.exam_id = exams.id)`.as('followers');

export async function listUpcomingRows(db: Db, userId: string, today: string, limit: number) {
  return (
    db
      .selectFrom('exams')
      .leftJoin('followed_exams', (join) =>
        join.onRef('followed_exams.exam_id', '=', 'exams.id').on('followed_exams.user_id', '=', userId),
      )
      .select([...columns, date])
      .select((select) => select('followed_exams.user_id', 'is not', null).as('followed'))
      .where(sql<boolean>`exams.exam_date >= ${today}::date`)
      // The own one is never cut off, however many there are.
      .orderBy((order) => order('followed_exams.user_id', 'is not', null), 'desc')
      .orderBy('exams.exam_date')
      .orderBy('exams.id')
      .limit(limit)
      .execute()
  );
}

/** The exam that a person studies for, when it is still to come, as a query that callers can combine with others. */
export const followedRow = (userId: string, today: string) => sql<Pick<ExamRow, 'id' | 'name' | 'date'>>`
  SELECT exams.id, exams.name, exams.exam_date::text AS date
  FROM followed_exams JOIN exams ON exams.id = followed_exams.exam_id
  WHERE followed_exams.user_id = ${userId} AND exams.exam_date >= ${today}::date`;

/** An exam, past or future, as a query that callers can combine with others. */
export const examRow = (id: number) => sql<Pick<ExamRow, 'id' | 'name' | 'date'>>`
  SELECT id, name, exam_date::text AS date FROM exams WHERE id = ${id}`;

/** The exam that a person studies for, when it is still to come. */
export async function findFollowedRow(db: Db | Tx, userId: string, today: string): Promise<ExamRow | undefined> {
  return db
    .selectFrom('followed_exams')
    .innerJoin('exams', 'exams.id', 'followed_exams.exam_id')
    .select([...columns, date])
    .where('followed_exams.user_id', '=', userId)
    .where(sql<boolean>`exams.exam_date >= ${today}::date`)
    .executeTakeFirst();
}

/** The edital of the exam that a person studies for, when the exam is still to come and the day is known. */
export async function findFollowedNotice(db: Db, userId: string, today: string) {
  const { rows } = await sql<{ examName: string; day: string }>`
    SELECT exams.name AS "examName", exams.notice_date::text AS day
    FROM followed_exams JOIN exams ON exams.id = followed_exams.exam_id
    WHERE followed_exams.user_id = ${userId} AND exams.exam_date >= ${today}::date
      AND exams.notice_date <= ${today}::date`.execute(db);
  return rows[0] ?? null;
}

/** False where there is no such exam, or it is over. */
export async function saveFollow(
  db: Db | Tx,
  follow: { userId: string; examId: number; today: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO followed_exams (user_id, exam_id, followed_at)
    SELECT ${follow.userId}::uuid, id, ${follow.now}::timestamptz
    FROM exams WHERE id = ${follow.examId} AND exam_date >= ${follow.today}::date
    ON CONFLICT (user_id) DO UPDATE SET
      exam_id = excluded.exam_id,
      followed_at = CASE WHEN followed_exams.exam_id = excluded.exam_id THEN followed_exams.followed_at
                    ELSE excluded.followed_at END
    RETURNING user_id`.execute(db);
  return rows.length > 0;
}

export async function deleteFollow(db: Db | Tx, userId: string, examId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('followed_exams')
    .where('user_id', '=', userId)
    .where('exam_id', '=', examId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function examExists(db: Db | Tx, id: number): Promise<boolean> {
  return (await db.selectFrom('exams').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

export async function listAdminRows(
  db: Db,
  { limit, after }: { limit: number; after: { date: string; id: number } | null },
) {
  return db
    .selectFrom('exams')
    .select([...columns, 'exams.updated_at as updatedAt', date, noticeDate, followers])
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(exams.exam_date, exams.id) < (${after?.date}::date, ${after?.id}::integer)`),
    )
    .orderBy('exams.exam_date', 'desc')
    .orderBy('exams.id', 'desc')
    .limit(limit)
    .execute();
}

export async function countExamRows(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('exams')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function findAdminRow(db: Db | Tx, by: { id: number } | { creationKey: string }) {
  return db
    .selectFrom('exams')
    .select([...columns, 'exams.updated_at as updatedAt', date, noticeDate, followers])
    .$if('id' in by, (query) => query.where('id', '=', (by as { id: number }).id))
    .$if('creationKey' in by, (query) => query.where('creation_key', '=', (by as { creationKey: string }).creationKey))
    .executeTakeFirst();
}

/** Undefined where a request with the same key was first. */
export async function insertExam(db: Db, exam: ExamFields & { creationKey: string | undefined; now: Date }) {
  return db
    .insertInto('exams')
    .values({
      name: exam.name,
      organisation: exam.organisation,
      exam_date: exam.date,
      link: exam.link,
      notice_date: exam.noticeDate ?? null,
      creation_key: exam.creationKey ?? null,
      created_at: exam.now,
      updated_at: exam.now,
    })
    .onConflict((conflict) => conflict.column('creation_key').doNothing())
    .returning('id')
    .executeTakeFirst();
}

/** False where a newer version stands already. */
export async function updateExamRow(
  tx: Tx,
  id: number,
  version: number,
  exam: ExamFields & { now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('exams')
    .set({
      name: exam.name,
      organisation: exam.organisation,
      exam_date: exam.date,
      link: exam.link,
      ...(exam.noticeDate === undefined ? {} : { notice_date: exam.noticeDate }),
      version: version + 1,
      updated_at: exam.now,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteExamRow(tx: Tx, id: number): Promise<string | undefined> {
  const row = await tx.deleteFrom('exams').where('id', '=', id).returning('name').executeTakeFirst();
  return row?.name;
}

/** Exams on one of the given days, each with the people who study for it. */
export async function listExamsOn(
  db: Db,
  { days, pausing, limit }: { days: readonly string[]; pausing: Pausing; limit: number },
): Promise<(ExamRow & { userIds: string[] })[]> {
  return db
    .selectFrom('exams')
    .innerJoin('followed_exams', 'followed_exams.exam_id', 'exams.id')
    .select([...columns, date, sql<string[]>`array_agg(followed_exams.user_id)`.as('userIds')])
    .where(sql<boolean>`exams.exam_date = ANY(${days}::date[])`)
    .where(isUnpaused(pausing, sql.ref('exams.id')))
    .groupBy('exams.id')
    .orderBy('exams.id')
    .limit(limit)
    .execute();
}

export async function markSampleExams(db: Db | Tx, creationKeys: readonly string[]): Promise<void> {
  await db.updateTable('exams').set({ is_sample: true }).where('creation_key', 'in', creationKeys).execute();
}

/** Exams that were changed since, are followed, or give bought access stay and now belong to the school. */
export async function deleteSampleExams(tx: Tx, loadedAt: Date): Promise<{ removed: number; kept: number }> {
  const { numAffectedRows } = await sql`
    DELETE FROM exams
    WHERE is_sample AND updated_at <= ${loadedAt}
      AND NOT EXISTS (SELECT FROM followed_exams WHERE followed_exams.exam_id = exams.id)
      AND NOT EXISTS (SELECT FROM access_grants WHERE access_grants.exam_id = exams.id)
      AND NOT EXISTS (SELECT FROM offers WHERE offers.default_exam_id = exams.id)`.execute(tx);
  const { numUpdatedRows } = await tx
    .updateTable('exams')
    .set({ is_sample: false })
    .where('is_sample', '=', true)
    .executeTakeFirst();
  return { removed: Number(numAffectedRows ?? 0n), kept: Number(numUpdatedRows) };
}
