import { type RawBuilder, sql } from 'kysely';

const rightOf = (userId: string, today: string, column: 'extra_percent' | 'extra_minutes') => sql`
  coalesce((SELECT ${sql.ref(column)} FROM exam_time_rights
            WHERE user_id = ${userId} AND granted_at IS NOT NULL AND valid_until >= ${today}::date), 0)`;

/**
 * The limit in `quiz_versions.time_limit` as one person has it that day, in whole minutes, for showing: the contract's
 * extendedMinutes() as an expression. Null: there is no limit. Districts below the exams need it, too.
 */
export const ownLimit = (userId: string, today: string): RawBuilder<number | null> => sql<number | null>`
  round(quiz_versions.time_limit * (1 + ${rightOf(userId, today, 'extra_percent')} / 100.0)
        + ${rightOf(userId, today, 'extra_minutes')})::int`;
