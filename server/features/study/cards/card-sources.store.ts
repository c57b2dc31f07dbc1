import { sql } from 'kysely';
import type { Tx } from '#server/db/handle.ts';
import { lawTextOn } from '#server/db/law-text.ts';
import { commentVersion } from './comment-version.store.ts';

export async function findLessonVersion(tx: Tx, lessonId: number) {
  return tx
    .selectFrom('lessons')
    .select(['version', 'topic_id as topicId'])
    .where('id', '=', lessonId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** The device of a law and its text in force on a day. The id of an article finds its caput. */
export async function findDeviceVersion(tx: Tx, lawId: number, lexId: string, day: string) {
  const { rows } = await sql<{ deviceId: number; version: number | null }>`
    SELECT device.id AS "deviceId", version.id AS version
    FROM law_devices device LEFT JOIN LATERAL (${lawTextOn(sql`device.id`, day)}) version ON true
    WHERE device.law_id = ${lawId} AND device.lex_id = ANY(${[`${lexId}_cpt`, lexId]}::text[])
    ORDER BY length(device.lex_id) DESC LIMIT 1`.execute(tx);
  return rows[0];
}

/** A comment that this reader gets to see, with its text as a version number. Whether its question is open is not checked. */
export async function findReadableComment(tx: Tx, userId: string, commentId: number) {
  const { rows } = await sql<{ questionId: number; version: number }>`
    SELECT c.question_id AS "questionId", ${commentVersion(sql`c`)} AS version FROM question_comments c
    WHERE c.id = ${commentId} AND (c.state = 'shown' OR (c.user_id = ${userId} AND c.state <> 'deleted'))`.execute(tx);
  return rows[0];
}

/** Finds a question only if the student has answered it: the call must not reveal which questions exist. */
export async function findAnsweredVersion(tx: Tx, userId: string, questionId: number) {
  const { rows } = await sql<{ version: number | null; topicId: number | null }>`
    SELECT coalesce(q.current_version_id, (SELECT max(v.id) FROM question_versions v WHERE v.question_id = q.id)) AS version,
      q.topic_id AS "topicId"
    FROM questions q WHERE q.id = ${questionId}
      AND EXISTS (SELECT FROM answer_log WHERE user_id = ${userId} AND question_id = ${questionId})`.execute(tx);
  return rows[0];
}
