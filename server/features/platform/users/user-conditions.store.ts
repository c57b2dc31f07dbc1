import { type RawBuilder, sql } from 'kysely';
import { STOPPED_AFTER_DAYS } from '#contract/limits.ts';
import type { UserFilters } from '#contract/platform/users.ts';
import { TIME_ZONE } from '#contract/time.ts';

/** Access that ends within these days is ending. */
export const ENDING_DAYS = 30;
/** A student who studied within these days has studied this week. */
export const WEEK_DAYS = 7;
const MONTH_DAYS = 30;

/** The last day of a user's access; null: no access is in force. */
export const lastDay = sql`(SELECT max(ends_on) FROM access_periods WHERE user_id = users.id AND ended_at IS NULL)`;
const orderIs = (condition: RawBuilder<unknown>) =>
  sql`EXISTS (SELECT FROM payments o WHERE o.student_id = users.id AND ${condition})`;
export const isPaid = orderIs(sql`o.status IN ('approved', 'refund_requested')`);
/** A user added by the office has a first order made by the office; a registration opens another kind. */
export const isByOffice = sql`coalesce((SELECT o.method IN ('cash', 'transfer', 'card_machine', 'courtesy')
  FROM payments o WHERE o.student_id = users.id ORDER BY o.id LIMIT 1), false)`;
export const hasProof = orderIs(
  sql`(o.proof_uploaded_at IS NOT NULL OR o.status IN ('approved', 'refund_requested', 'refunded'))`,
);
const studiedSince = (today: string, days: number) =>
  sql`EXISTS (SELECT FROM study_days s WHERE s.user_id = users.id AND s.studied AND s.day > ${today}::date - ${sql.lit(days)})`;

const seenSince = (today: string, days: number) =>
  sql`EXISTS (SELECT FROM last_visits v WHERE v.user_id = users.id AND v.seen_on > ${today}::date - ${sql.lit(days)})`;
const everSeen = sql`EXISTS (SELECT FROM last_visits v WHERE v.user_id = users.id)`;

/** The filters of the administrator's list of people, in addition to status, role and search. */
export function userConditions(filter: UserFilters & { today: string }): RawBuilder<boolean> {
  const { payment, access, studied, seen, origin, since, courseId, today } = filter;
  const wishes: RawBuilder<unknown>[] = [];
  if (payment === 'paid') wishes.push(isPaid);
  if (payment === 'unpaid') wishes.push(sql`NOT ${isPaid}`);
  if (payment === 'proof') wishes.push(hasProof);
  if (access === 'active') wishes.push(sql`${lastDay} >= ${today}::date`);
  if (access === 'ended') wishes.push(sql`${lastDay} < ${today}::date`);
  if (access === 'ending') {
    wishes.push(sql`${lastDay} BETWEEN ${today}::date AND ${today}::date + ${sql.lit(ENDING_DAYS)}`);
  }
  if (studied === 'week') wishes.push(studiedSince(today, WEEK_DAYS));
  if (studied === 'stopped') wishes.push(sql`NOT ${studiedSince(today, STOPPED_AFTER_DAYS)}`);
  if (seen === 'week') wishes.push(seenSince(today, WEEK_DAYS));
  if (seen === 'month') wishes.push(seenSince(today, MONTH_DAYS));
  if (seen === 'away') wishes.push(sql`${everSeen} AND NOT ${seenSince(today, MONTH_DAYS)}`);
  if (seen === 'never') wishes.push(sql`NOT ${everSeen}`);
  if (origin) wishes.push(origin === 'office' ? isByOffice : sql`NOT ${isByOffice}`);
  if (since) wishes.push(sql`users.created_at >= ${since}::date::timestamp AT TIME ZONE ${sql.lit(TIME_ZONE)}`);
  if (courseId) {
    wishes.push(sql`EXISTS (SELECT FROM enrollments e WHERE e.user_id = users.id AND e.course_id = ${courseId})`);
  }
  return wishes.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(wishes, sql` AND `)})`;
}
