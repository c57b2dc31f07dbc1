import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import type { Staff, Student } from '../people.ts';
import type { School } from '../school.ts';

const options = { unrepresentable: 'any', io: 'input' } as const;

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
] as const;
type Kept = { id: string; stored: number; counted: number };

/** Lists that come in pages and need no id. */
const lists = Object.entries(endpoints as Record<string, EndpointSpec>)
  .filter(([, { method, path }]) => method === 'GET' && !path.includes(':'))
  .filter(([, { query }]) => query !== undefined && 'cursor' in (z.toJSONSchema(query, options).properties ?? {}))
  .map(([name, { access }]) => ({ name, access }));

/** A list longer than this is not read to its end. */
const PAGES_MAX = 20;

/** Reads a list page by page. Its header says how many rows all pages have; undefined: it says nothing. */
async function listViolation(school: School, name: string, as: Student | Staff): Promise<string | undefined> {
  let [rows, cursor]: [number, string | undefined] = [0, undefined];
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { status, body, total, next } = await school.call(name, {
      as,
      query: cursor === undefined ? {} : { cursor },
    });
    if (status !== 200 || total === undefined || !Array.isArray(body)) return undefined;
    rows += body.length;
    if (next === undefined) return rows === total ? undefined : `${name} says ${total} rows, its pages have ${rows}`;
    cursor = next;
  }
  return undefined;
}

async function listViolations(school: School): Promise<string[]> {
  const student = school.loggedIn()[0];
  const found: (string | undefined)[] = [];
  for (const { name, access } of lists) {
    const readers = access === 'signedIn' && student ? [student, school.staff.owner] : [school.staff.owner];
    for (const as of readers) found.push(await listViolation(school, name, as));
  }
  return found.filter((one) => one !== undefined);
}

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
