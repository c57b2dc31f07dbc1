import { sql } from 'kysely';
import type { PaymentStatus } from '#contract/money/payments.ts';
import type { Clock } from '#server/clock.ts';
import type { Deps } from '#server/deps.ts';
import { amountCaseOf, expectedTotalOf } from '#server/features/money/payments/balance.policy.ts';
import type { startPixBank } from './pix-bank.ts';
import type { useTestApp } from './test-app.ts';

/**
 * The invariants of the school's money: every cent that the bank knows is visible to a person, no order is paid and
 * forgotten, and access follows the state of the order. Returns every violation as a sentence.
 */

/** A test, or a simulated school. */
type Watched = { deps: Pick<Deps, 'db'>; clock: Pick<Clock, 'now'> };
type Bank = Pick<Awaited<ReturnType<typeof startPixBank>>, 'charges'>;

/** Cents of an order at the bank, over all charges whose txid begins with its code. */
function bankBalance({ charges }: Bank, paymentCode: string) {
  const payments = [...charges.values()].filter(({ txid }) => txid.startsWith(paymentCode)).flatMap(({ pix }) => pix);
  const cents = (value: string) => Math.round(Number(value) * 100);
  const returns = payments.flatMap(({ devolucoes }) => devolucoes);
  return {
    received: payments.reduce((sum, { valor }) => sum + cents(valor), 0),
    returned: returns.filter(({ status }) => status === 'DEVOLVIDO').reduce((sum, { valor }) => sum + cents(valor), 0),
    isDisputed: returns.some(({ natureza = '' }) => natureza.startsWith('MED_')),
  };
}

type OrderFacts = {
  id: number;
  status: PaymentStatus;
  amount: number;
  received: number;
  surcharge: number;
  refunded: number;
  byProvider: number;
  returnedByProvider: number;
  returnedByOffice: number;
  hasAccess: boolean;
  /** The office ended what the order opened last, whatever was paid. An approval after that opens it again. */
  isAccessTaken: boolean;
  lines: number;
  unrecordedLines: number;
  openCases: string[];
  closedCases: string[];
};

async function readFacts({ deps, clock }: Watched, paymentCode: string): Promise<OrderFacts> {
  const { rows } = await sql<OrderFacts>`
    SELECT p.id, p.status, p.amount,
      coalesce((SELECT sum(amount) FROM received_amounts r WHERE r.payment_id = p.id), 0)::integer AS received,
      coalesce((SELECT max(surcharge) FROM received_amounts r WHERE r.payment_id = p.id), 0)::integer AS surcharge,
      coalesce((SELECT sum(amount) FROM refund_entries e WHERE e.payment_id = p.id), 0)::integer AS refunded,
      coalesce((SELECT sum(amount) FROM received_amounts r WHERE r.payment_id = p.id AND source = 'provider'), 0)::integer
        AS "byProvider",
      coalesce((SELECT sum(amount) FROM refund_entries e WHERE e.payment_id = p.id AND through = 'provider'), 0)::integer
        AS "returnedByProvider",
      coalesce((SELECT sum(amount) FROM refund_entries e WHERE e.payment_id = p.id AND through = 'office'), 0)::integer
        AS "returnedByOffice",
      EXISTS (SELECT FROM access_grants g WHERE g.payment_id = p.id
        AND (g.ended_at IS NULL OR g.ended_at > ${clock.now()})) AS "hasAccess",
      EXISTS (SELECT FROM access_grants g JOIN audit_events e ON e.subject = 'user:' || g.user_id
        WHERE g.id = (SELECT max(id) FROM access_grants WHERE payment_id = p.id)
          AND e.action = 'user.access_ended' AND e.at = g.ended_at) AS "isAccessTaken",
      (SELECT count(*) FROM statement_entries s WHERE s.payment_id = p.id AND s.state IN ('confirmed', 'settled'))::integer
        AS lines,
      (SELECT count(*) FROM statement_entries s WHERE s.payment_id = p.id AND s.state IN ('confirmed', 'settled')
        AND NOT EXISTS (SELECT FROM received_amounts r WHERE r.entry_id = s.id))::integer AS "unrecordedLines",
      ARRAY(SELECT kind || ' ' || coalesce(held, 0) FROM charge_cases c WHERE c.payment_id = p.id AND closed_at IS NULL)
        AS "openCases",
      ARRAY(SELECT kind || ' ' || coalesce(held, 0) FROM charge_cases c WHERE c.payment_id = p.id
        AND closed_at IS NOT NULL AND resolution IN ('accepted', 'seen')) AS "closedCases"
    FROM payments p WHERE p.payment_code = ${paymentCode}`.execute(deps.db);
  const [facts] = rows;
  if (!facts) throw new Error(`There is no order ${paymentCode}.`);
  return facts;
}

export async function moneyLawViolations(test: Watched, bank: Bank, paymentCode: string): Promise<string[]> {
  const facts = await readFacts(test, paymentCode);
  const told = bankBalance(bank, paymentCode);
  const held = facts.received - facts.refunded;
  const isNamed = (kind: string) =>
    [...facts.openCases, ...facts.closedCases].some((one) => one.startsWith(`${kind} `));
  const found: string[] = [];
  const check = (isTrue: boolean, sentence: string) => {
    if (!isTrue) found.push(`${sentence} (${JSON.stringify({ ...facts, bank: told })})`);
  };

  check(facts.byProvider === told.received, 'what the bank received is recorded as received');
  check(
    facts.returnedByProvider === told.returned || isNamed('returned'),
    'what the bank returned is recorded as refunded, or is a case',
  );
  check(facts.unrecordedLines === 0, 'every confirmed statement line is recorded as received');
  const kind = amountCaseOf(facts, facts);
  check(
    kind === null || facts.openCases.includes(`${kind} ${held}`) || facts.closedCases.includes(`${kind} ${held}`),
    'a difference between price and money is a case',
  );
  const stale = facts.openCases.filter((one) =>
    ['underpaid', 'overpaid', 'paid_twice'].includes(one.split(' ')[0] ?? ''),
  );
  check(kind !== null || stale.length === 0, 'a case of amounts that agree is settled');
  check(!told.isDisputed || isNamed('chargeback'), 'a payment that its payer demands back is a case');
  const isWaiting = facts.status === 'pending' || facts.status === 'analyzing';
  // What the office gave back by transfer is known here only: the order waits for a person, and is a case.
  const heldAtBank = told.received - told.returned - facts.returnedByOffice;
  const expected = expectedTotalOf(facts, facts);
  check(!isWaiting || heldAtBank < expected, 'an order that the bank was paid for is approved');
  const isOpen = facts.status === 'approved' || facts.status === 'refund_requested';
  check(
    facts.hasAccess === (isOpen && !facts.isAccessTaken),
    'an order opens access exactly while it is approved, unless the office ended it',
  );
  return found;
}

/** Checks that Financeiro shows exactly the cents of the ledger. */
export async function reportViolations(
  test: ReturnType<typeof useTestApp>,
  as: { cookie: string },
  range: { from: string; to: string },
): Promise<string[]> {
  const url = `/api/admin/money?from=${range.from}&to=${range.to}`;
  const { total } = (await test.request({ method: 'GET', url, as })).json();
  const { rows } = await sql<{ received: number; refunded: number }>`
    SELECT coalesce((SELECT sum(amount) FROM received_amounts), 0)::integer AS received,
      coalesce((SELECT sum(amount) FROM refund_entries), 0)::integer AS refunded`.execute(test.deps.db);
  const isSame = total.received === rows[0]?.received && total.refunded === rows[0]?.refunded;
  return isSame ? [] : [`Financeiro counts what came (${JSON.stringify({ total, ledger: rows[0] })})`];
}
