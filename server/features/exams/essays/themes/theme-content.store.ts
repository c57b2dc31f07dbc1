import { sql } from 'kysely';
import { ESSAY_REVIEW_DAYS_DEFAULT } from '#contract/exams/essay-limits.ts';

/** What a version or draft that an older release stored does not say. */
const defaults = sql`jsonb_build_object('secondReading', null, 'reviewDays', ${ESSAY_REVIEW_DAYS_DEFAULT}::int)`;

/** The content of the version `v` with every field of today, and with its espelho as it was corrected last. */
export const fullTheme = sql`${defaults} || v.content || CASE WHEN v.corrected_espelho IS NULL THEN '{}'::jsonb
  ELSE jsonb_build_object('espelho', v.corrected_espelho) END`;

/** The draft of the theme `t` with every field of today. */
export const fullDraft = sql`${defaults} || t.draft`;
