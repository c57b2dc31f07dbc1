import { sql } from 'kysely';
import type { School } from '../school.ts';
import { listViolations } from './lists.ts';

/** Stored counts and the rows they count. Each pair is equal at any moment. */
const kept = [
  {
    what: 'votes of comment',
    rows: sql<Kept>`SELECT id::text, votes AS stored,
      (SELECT count(*) FROM question_comment_votes v WHERE v.comment_id = c.id)::int AS counted
      FROM question_comments c`,
  },
  {
    what: 'uses of coupon',
    rows: sql<Kept>`SELECT id::text, uses AS stored,
      (SELECT count(*) FROM coupon_uses u WHERE u.coupon_id = c.id)::int AS counted FROM coupons c`,
  },
  {
    what: 'seats of offer',
    rows: sql<Kept>`SELECT id::text, places_taken AS stored,
      (SELECT count(*) FROM payments p WHERE p.offer_id = o.id AND p.took_place)::int AS counted FROM offers o`,
  },
  {
    what: 'coupons of cancelled order',
    rows: sql<Kept>`SELECT p.id::text, 0 AS stored,
      (SELECT count(*) FROM coupon_uses u WHERE u.payment_id = p.id)::int AS counted
      FROM payments p WHERE p.status = 'cancelled'`,
  },
] as const;
type Kept = { id: string; stored: number; counted: number };

/** LAW: every stored count equals its rows, every list has as many rows as it says, and the bell shows the unread ones. */
export async function countsLaw(school: School): Promise<string[]> {
  const found = await listViolations(school);
  for (const { what, rows } of kept) {
    for (const { id, stored, counted } of (await rows.execute(school.reader)).rows) {
      if (stored !== counted) found.push(`${what} ${id} says ${stored}, there are ${counted}`);
    }
  }
  const { body } = await school.call('countUnread', { as: school.staff.owner });
  const { rows } = await sql<{ unread: number }>`
    SELECT count(*)::int AS unread FROM notifications
    WHERE user_id = ${school.staff.owner.id} AND read_at IS NULL`.execute(school.reader);
  const unread = Math.min(rows[0]?.unread ?? 0, 100);
  if (unread !== body.unread) found.push(`the bell of the owner says ${body.unread}, unread are ${unread}`);
  return found;
}
