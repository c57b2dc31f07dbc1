import { type RawBuilder, sql } from 'kysely';

/** The text of a comment as a number that changes with each edit: the seconds of the last one since 2020. */
export const commentVersion = (comment: RawBuilder<unknown>) =>
  sql<number>`extract(epoch FROM coalesce(${comment}.edited_at, ${comment}.created_at) - timestamptz '2020-01-01')::int`;
