import { sql } from 'kysely';
import type { EssayKind } from '#contract/exams/essay-themes.ts';
import { TIME_ZONE } from '#contract/time.ts';

/** Themes from which a plan chooses, and essays of its current week. */
const THEMES_MAX = 50;
const DELIVERED_MAX = 20;

type PlannableColumns = { id: number; title: string; kind: EssayKind; maxLines: number; minutes: number | null };

/** A theme that a student has not delivered an essay of. */
export type PlannableTheme = PlannableColumns & {
  opensAt: string | null;
  closesAt: string | null;
  isBegun: boolean;
};

/** An essay that was delivered since a day, with the id of its theme. */
export type PlannedEssay = PlannableColumns & { deliveredOn: string };

const sheet = sql`
  v.title, v.content ->> 'kind' AS kind, (v.content ->> 'maxLines')::int AS "maxLines",
  (v.content ->> 'minutes')::int AS minutes`;

/**
 * Open themes that a student may write about before the exam they follow: those of the exam, then those of no exam. None
 * where nothing says that the exam has an essay: neither a theme names the exam, nor its syllabus contains one.
 * 'Redação oficial' is a topic of Portuguese.
 */
export const plannableThemes = (userId: string, today: string, now: Date) => sql<PlannableTheme>`
  SELECT t.id, ${sheet}, v.content ->> 'opensAt' AS "opensAt", v.content ->> 'closesAt' AS "closesAt",
    EXISTS (SELECT FROM essays e WHERE e.student_id = ${userId} AND e.theme_id = t.id) AS "isBegun"
  FROM followed_exams f
  JOIN exams x ON x.id = f.exam_id AND x.exam_date > ${today}::date
  JOIN essay_themes t ON t.is_open AND (t.exam_id = x.id OR t.exam_id IS NULL)
  JOIN essay_theme_versions v ON v.id = t.published_version_id
  WHERE f.user_id = ${userId}
    AND coalesce((v.content ->> 'closesAt')::timestamptz > (SELECT ${now}::timestamptz), true)
    AND NOT EXISTS (
      SELECT FROM essays e WHERE e.student_id = ${userId} AND e.theme_id = t.id AND e.state <> 'writing')
    AND (
      EXISTS (SELECT FROM essay_themes own WHERE own.exam_id = x.id AND own.is_open)
      OR EXISTS (
        SELECT FROM syllabus_subjects asked JOIN subjects s ON s.id = asked.subject_id
        WHERE asked.exam_id = x.id AND ${isEssay(sql`s.name`)})
      OR EXISTS (
        SELECT FROM syllabus_topics asked JOIN topics s ON s.id = asked.topic_id
        WHERE asked.exam_id = x.id AND ${isEssay(sql`s.name`)}))
  ORDER BY "isBegun" DESC, t.exam_id IS NULL, v.content ->> 'closesAt' NULLS LAST, t.id LIMIT ${THEMES_MAX}`;

/** Rewritings count. */
export const essaysDeliveredSince = (userId: string, day: string) => sql<PlannedEssay>`
  SELECT e.theme_id AS id, ${sheet}, (e.delivered_at AT TIME ZONE ${sql.lit(TIME_ZONE)})::date::text AS "deliveredOn"
  FROM essays e JOIN essay_theme_versions v ON v.id = e.theme_version_id
  WHERE e.student_id = ${userId} AND (e.delivered_at AT TIME ZONE ${sql.lit(TIME_ZONE)})::date >= ${day}::date
  ORDER BY e.delivered_at DESC LIMIT ${DELIVERED_MAX}`;

function isEssay(name: ReturnType<typeof sql>) {
  return sql`${name} ~* '^(prova de )?reda[cç][aã]o$|discursiva'`;
}
