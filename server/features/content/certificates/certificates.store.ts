import { sql } from 'kysely';
import { WORDS_PER_MINUTE } from '#contract/content/reading.ts';
import { MINUTES_PER_QUESTION } from '#contract/limits.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { isUnpaused, type Pausing } from '#server/db/unpaused.ts';

export type Finished = { userId: string; courseId: number };

type Issued = { userId: string; code: string; courseTitle: string; isAgain: boolean };

/** Those of the finished courses that have no certificate yet get one. Twice is once. */
export async function insertCertificates(
  tx: Tx,
  certificates: readonly (Finished & { code: string })[],
  now: Date,
): Promise<Issued[]> {
  const { rows } = await sql<Issued>`
    INSERT INTO certificates
      (code, user_id, course_id, student_name, course_title, instructor_name, minutes, completed_at, issued_at)
    SELECT new.code, users.id, courses.id, users.first_name || ' ' || users.last_name, courses.title,
           instructors.first_name || ' ' || instructors.last_name, content.minutes, done.completed_at, ${now}
    FROM unnest(
      ${certificates.map(({ code }) => code)}::text[],
      ${certificates.map(({ userId }) => userId)}::uuid[],
      ${certificates.map(({ courseId }) => courseId)}::int[]
    ) AS new (code, user_id, course_id)
    JOIN course_completions done ON done.user_id = new.user_id AND done.course_id = new.course_id
    JOIN users ON users.id = new.user_id
    JOIN courses ON courses.id = new.course_id
    LEFT JOIN users instructors ON instructors.id = courses.instructor_id
    -- What there is to read and to solve, never a duration that somebody typed.
    CROSS JOIN LATERAL (
      SELECT round(sum(CASE WHEN item.lesson_id IS NOT NULL
                            THEN greatest(1, round(lessons.word_count / ${WORDS_PER_MINUTE}::numeric))
                            ELSE coalesce(quiz_versions.time_limit,
                                          quiz_versions.question_count * ${MINUTES_PER_QUESTION}::int) END))::int AS minutes
      FROM visible_course_items item
      LEFT JOIN lessons ON lessons.id = item.lesson_id
      LEFT JOIN quizzes ON quizzes.id = item.quiz_id
      LEFT JOIN quiz_versions ON quiz_versions.id = quizzes.published_version_id
      WHERE item.course_id = courses.id
    ) AS content
    -- One that was withdrawn stands again, under its code.
    ON CONFLICT (user_id, course_id) DO UPDATE
    SET withdrawn = false, revoked_at = NULL, student_name = excluded.student_name,
        completed_at = excluded.completed_at, issued_at = excluded.issued_at
    WHERE certificates.withdrawn
    RETURNING user_id AS "userId", code, course_title AS "courseTitle", xmax <> 0 AS "isAgain"`.execute(tx);
  return rows;
}

/** Courses that were finished without a certificate: what an interrupted update may have left. */
export async function listMissing(
  db: Db,
  { pausing, limit }: { pausing: Pausing; limit: number },
): Promise<Finished[]> {
  return db
    .selectFrom('course_completions as done')
    .leftJoin('certificates', (join) =>
      join.onRef('certificates.user_id', '=', 'done.user_id').onRef('certificates.course_id', '=', 'done.course_id'),
    )
    .select(['done.user_id as userId', 'done.course_id as courseId'])
    .where((is) => is.or([is('certificates.id', 'is', null), is('certificates.withdrawn', '=', true)]))
    .where(isUnpaused(pausing, sql`done.user_id || ':' || done.course_id`))
    .limit(limit)
    .execute();
}

export async function findCertificate(db: Db, code: string) {
  return db
    .selectFrom('certificates')
    .select(['code', 'student_name as studentName', 'course_title as courseTitle'])
    .select(['instructor_name as instructorName', 'minutes', 'completed_at as completedAt', 'revoked_at as revokedAt'])
    .where('code', '=', code)
    .executeTakeFirst();
}

export async function listCertificateRows(db: Db, userId: string, limit: number) {
  return db
    .selectFrom('certificates')
    .select(['code', 'course_id as courseId', 'course_title as courseTitle', 'completed_at as completedAt'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('completed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Answers with those that stood. */
export async function withdrawAll(tx: Tx, courses: readonly Finished[], now: Date) {
  if (courses.length === 0) return [];
  const { rows } = await sql<Finished & { code: string }>`
    UPDATE certificates SET withdrawn = true, revoked_at = ${now}, student_name = NULL
    FROM unnest(${courses.map(({ userId }) => userId)}::uuid[], ${courses.map(({ courseId }) => courseId)}::int[])
      AS gone (user_id, course_id)
    WHERE certificates.user_id = gone.user_id AND certificates.course_id = gone.course_id AND revoked_at IS NULL
    RETURNING certificates.user_id AS "userId", certificates.course_id AS "courseId", code`.execute(tx);
  return rows;
}

export async function revokeAllOf(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('certificates')
    .set({ revoked_at: now, student_name: null })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
}

export async function deleteCertificatesOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  await sql`DELETE FROM certificates WHERE user_id = ANY(${userIds}::uuid[])`.execute(tx);
}
