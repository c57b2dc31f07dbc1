import { sql } from 'kysely';
import { moneyLawViolations } from '#server/testing/money-law.ts';
import type { School } from '../school.ts';

/**
 * LAW: money is conserved. For every order: what the bank knows is recorded, every difference is a case that a person
 * sees, no order is paid and forgotten, and the order opens access exactly while it is approved. A coupon's uses are
 * the orders that hold it. Holds once the bank has recovered and the nightly comparison has run.
 */
export async function moneyLaw(school: School): Promise<string[]> {
  const { reader: db, clock, bank } = school;
  const orders = await sql<{ code: string }>`
    SELECT payment_code AS code FROM payments WHERE user_id IS NOT NULL ORDER BY id`.execute(db);
  const found: string[] = [];
  for (const { code } of orders.rows) {
    const violations = await moneyLawViolations({ deps: { db }, clock }, bank, code);
    found.push(...violations.map((sentence) => `order ${code}: ${sentence}`));
  }
  return [
    ...found,
    ...(await couponViolations(school)),
    ...(await lineViolations(school)),
    ...(await reportViolations(school)),
  ];
}

/** The office may lower a limit below what orders hold already. After that no order takes the coupon. */
async function couponViolations({ reader }: School): Promise<string[]> {
  const { rows } = await sql<{ code: string; uses: number; max: number | null; counted: number; isTaken: boolean }>`
    SELECT c.code, c.uses, c.uses_max AS max, count(u.payment_id)::integer AS counted,
      coalesce(max(u.used_at) > c.updated_at, false) AS "isTaken"
    FROM coupons c LEFT JOIN coupon_uses u ON u.coupon_id = c.id GROUP BY c.id`.execute(reader);
  return rows.flatMap(({ code, uses, max, counted, isTaken }) => [
    ...(uses === counted ? [] : [`coupon ${code} says ${uses} uses, and ${counted} orders hold it`]),
    ...(max === null || counted <= max || !isTaken
      ? []
      : [`coupon ${code} allows ${max} uses, and ${counted} orders hold it`]),
  ]);
}

/** Money by a statement line is there while the line is confirmed for that order. */
async function lineViolations({ reader }: School): Promise<string[]> {
  const { rows } = await sql<{ id: number; state: string | null }>`
    SELECT r.id, e.state FROM received_amounts r LEFT JOIN statement_entries e ON e.id = r.entry_id
    WHERE r.source = 'statement'
      AND (e.id IS NULL OR e.payment_id IS DISTINCT FROM r.payment_id OR e.state NOT IN ('confirmed', 'settled'))`.execute(
    reader,
  );
  return rows.map(
    ({ id, state }) => `the received amount ${id} comes from a statement line that is ${state ?? 'gone'}`,
  );
}

/** Financeiro shows exactly the cents of the ledger. */
async function reportViolations(school: School): Promise<string[]> {
  const query = { from: '2026-01-01', to: '2026-12-31' };
  const reply = await school.call('getMoney', { as: school.staff.owner, query });
  const { rows } = await sql<{ received: number; refunded: number }>`
    SELECT coalesce((SELECT sum(amount) FROM received_amounts), 0)::integer AS received,
      coalesce((SELECT sum(amount) FROM refund_entries), 0)::integer AS refunded`.execute(school.reader);
  const { total } = reply.body;
  const isSame = total?.received === rows[0]?.received && total?.refunded === rows[0]?.refunded;
  return isSame
    ? []
    : [`Financeiro shows ${JSON.stringify(total ?? reply)}, the ledger holds ${JSON.stringify(rows[0])}`];
}
