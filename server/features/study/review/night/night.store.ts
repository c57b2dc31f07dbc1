import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { isUnpaused, type Pausing } from '#server/db/unpaused.ts';
import type { LogRow } from './traces.ts';

/** More than anybody answers in a preparation. */
export const LOG_MAX = 100_000;

/** Students who were here lately, answered something and were not reached today: the longest waiting first. */
export async function listWaiting(
  db: Db,
  about: { today: string; since: string; pausing: Pausing; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT v.user_id AS id
    FROM last_visits v LEFT JOIN student_memories s ON s.user_id = v.user_id
    WHERE v.seen_on >= ${about.since}::date AND (s.chosen_on IS NULL OR s.chosen_on < ${about.today}::date)
      AND EXISTS (SELECT FROM answer_log l WHERE l.user_id = v.user_id)
      AND ${isUnpaused(about.pausing, sql`v.user_id`)}
    ORDER BY s.chosen_on NULLS FIRST, v.user_id LIMIT ${about.limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Some of those who were here lately and answered something, others every time. */
export async function listByLot(
  db: Db,
  about: { since: string; salt: string; pausing: Pausing; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT v.user_id AS id FROM last_visits v
    WHERE v.seen_on >= ${about.since}::date AND EXISTS (SELECT FROM answer_log l WHERE l.user_id = v.user_id)
      AND ${isUnpaused(about.pausing, sql`v.user_id`)}
    ORDER BY md5(v.user_id::text || ${about.salt}) LIMIT ${about.limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** How far the night has come. */
export async function readNight(db: Db, about: { today: string; since: string }) {
  const { rows } = await sql<{ reached: number; changed: number; left: number; slowestMs: number }>`
    SELECT count(*) FILTER (WHERE chosen_on = ${about.today}::date)::int AS reached,
      count(*) FILTER (WHERE changed_on = ${about.today}::date)::int AS changed,
      coalesce(max(cpu_ms) FILTER (WHERE chosen_on = ${about.today}::date), 0)::int AS "slowestMs",
      (SELECT count(*) FROM last_visits v LEFT JOIN student_memories s ON s.user_id = v.user_id
       WHERE v.seen_on >= ${about.since}::date AND (s.chosen_on IS NULL OR s.chosen_on < ${about.today}::date)
         AND EXISTS (SELECT FROM answer_log l WHERE l.user_id = v.user_id))::int AS left
    FROM student_memories WHERE chosen_on = ${about.today}::date OR changed_on = ${about.today}::date`.execute(db);
  return rows[0] ?? { reached: 0, changed: 0, left: 0, slowestMs: 0 };
}

/**
 * What moved a student's memory, each question with its topic, in the order of the log; answers in the place of a question
 * count for it, too. Only what can still be asked, and a right answer that was a guess is a wrong one.
 */
export async function listMemoryLog(
  db: Db | Tx,
  userId: string,
  limit: number,
): Promise<(LogRow & { topicId: number | null })[]> {
  const { rows } = await sql<LogRow & { topicId: number | null }>`
    SELECT moved.question_id AS "questionId", q.topic_id AS "topicId", moved.study_day - date '1970-01-01' AS day,
      moved.is_right AND NOT EXISTS (
        SELECT FROM answer_log guess
        WHERE guess.user_id = ${userId} AND guess.question_id = moved.asked_id AND guess.source = 'guess'
          AND guess.source_key = moved.source_key
      ) AS right
    FROM (
      SELECT id, question_id, question_id AS asked_id, source_key, study_day, is_right FROM answer_log
      WHERE user_id = ${userId} AND source <> 'guess'
      UNION ALL
      SELECT id, stands_for, question_id, source_key, study_day, is_right FROM answer_log
      WHERE user_id = ${userId} AND source <> 'guess' AND stands_for IS NOT NULL
    ) AS moved
    JOIN questions q ON q.id = moved.question_id AND q.status = 'active'
    ORDER BY moved.id, moved.question_id LIMIT ${limit}`.execute(db);
  return rows;
}

/** How many questions the bank has of each topic; of all of them under null. */
export async function countBank(db: Db): Promise<{ topicId: number | null; count: number }[]> {
  const { rows } = await sql<{ topicId: number | null; count: number }>`
    SELECT topic_id AS "topicId", count(*)::int AS count FROM questions
    WHERE in_bank AND status = 'active' AND current_version_id IS NOT NULL
    GROUP BY topic_id`.execute(db);
  return rows;
}

/** `policy` null: none was chosen, for example without an exam; the stored policy stays. */
export async function saveChoice(
  db: Db | Tx,
  userId: string,
  choice: { policy: string | null; form: string | null; expected: number | null; cpuMs: number },
  today: string,
): Promise<void> {
  await sql`
    INSERT INTO student_memories AS s (user_id, policy, form, expected, cpu_ms, chosen_on)
    SELECT id, ${choice.policy}, coalesce(${choice.form}, 'fsrs6'), ${choice.expected}, ${Math.round(choice.cpuMs)},
      ${today}::date
    FROM users WHERE id = ${userId}
    ON CONFLICT (user_id) DO UPDATE SET
      policy = coalesce(excluded.policy, s.policy),
      form = coalesce(${choice.form}, s.form),
      expected = excluded.expected,
      cpu_ms = excluded.cpu_ms,
      chosen_on = excluded.chosen_on,
      changed_on = CASE WHEN excluded.policy IS DISTINCT FROM s.policy AND excluded.policy IS NOT NULL
        THEN excluded.chosen_on ELSE s.changed_on END`.execute(db);
}
