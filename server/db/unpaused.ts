import { type RawBuilder, sql } from 'kysely';

/** The scheduled job that reads its items, and the time. */
export type Pausing = { work: string; now: Date };

/**
 * The condition that an item is not waiting for its retry. A list with a limit needs it: without it, broken items at
 * the front would fill the list of every run.
 */
export const isUnpaused = ({ work, now }: Pausing, item: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  (${item})::text NOT IN (SELECT paused.item FROM failed_items paused
                          WHERE paused.work = ${work} AND paused.retry_at > ${now})`;
