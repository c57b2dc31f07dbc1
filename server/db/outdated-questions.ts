import { sql } from 'kysely';
import type { Outdated } from '#contract/question-status.ts';

/** The column `outdated` of a row of questions: why the question is out of practice, or null. */
export const outdatedOf = (questions: string) => {
  const status = sql.ref(`${questions}.status`);
  return sql<NonNullable<Outdated> | null>`
    CASE WHEN ${status} = 'outdated' THEN jsonb_build_object('reason', ${sql.ref(`${questions}.status_reason`)}) END`;
};
