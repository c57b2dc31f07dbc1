import { sql } from 'kysely';
import type { CorrectionEntryKind } from '#contract/money/corrections.ts';
import type { Db, Tx } from '#server/db/handle.ts';

export type Counted = {
  balance: number;
  /** False: an access in force came without a count of corrections. */
  isCounted: boolean;
};

/** Undefined: nothing was ever counted for this person. */
export async function findCounted(db: Db | Tx, userId: string, today: string): Promise<Counted | undefined> {
  const { rows } = await sql<Counted>`
    SELECT b.balance, NOT EXISTS (
      SELECT FROM access_periods p WHERE p.user_id = b.user_id AND p.ended_at IS NULL AND p.ends_on >= ${today}::date
        AND NOT EXISTS (SELECT FROM correction_entries e WHERE e.payment_id = p.payment_id AND e.kind = 'bought')
    ) AS "isCounted"
    FROM correction_balances b WHERE b.user_id = ${userId}`.execute(db);
  return rows[0];
}

type NewEntry = {
  userId: string;
  kind: CorrectionEntryKind;
  amount: number;
  paymentId?: number;
  subject?: string;
  reason?: string;
  decidedBy?: string;
  creationKey?: string;
  now: Date;
};

/** False: the subject has such an entry, or the same adjustment was made. */
export async function insertEntry(tx: Tx, entry: NewEntry): Promise<boolean> {
  const row = await tx
    .insertInto('correction_entries')
    .values({
      user_id: entry.userId,
      kind: entry.kind,
      amount: entry.amount,
      payment_id: entry.paymentId ?? null,
      subject: entry.subject ?? null,
      reason: entry.reason ?? null,
      decided_by: entry.decidedBy ?? null,
      creation_key: entry.creationKey ?? null,
      at: entry.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function addToBalance(tx: Tx, userId: string, amount: number, now: Date): Promise<void> {
  await sql`
    INSERT INTO correction_balances (user_id, balance, updated_at) VALUES (${userId}, ${amount}, ${now})
    ON CONFLICT (user_id) DO UPDATE SET balance = correction_balances.balance + ${amount}, updated_at = ${now}`.execute(
    tx,
  );
}

/** Compare-and-set: takes one where one is left. */
export async function takeOne(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('correction_balances')
    .set({ balance: sql`balance - 1`, updated_at: now })
    .where('user_id', '=', userId)
    .where('balance', '>', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What an order has added so far. Undefined: nothing. */
export async function findBought(tx: Tx, paymentId: number): Promise<{ userId: string; amount: number } | undefined> {
  const { rows } = await sql<{ userId: string; amount: number }>`
    SELECT user_id AS "userId", sum(amount)::int AS amount FROM correction_entries
    WHERE payment_id = ${paymentId} GROUP BY user_id`.execute(tx);
  return rows[0];
}

/** Whose correction was spent on it. */
export async function findSpender(tx: Tx, subject: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('correction_entries')
    .select('user_id')
    .where('subject', '=', subject)
    .where('kind', '=', 'spent')
    .executeTakeFirst();
  return row?.user_id;
}

export async function listEntries(db: Db | Tx, userId: string, limit: number) {
  const { rows } = await sql<{
    id: number;
    kind: CorrectionEntryKind;
    amount: number;
    reason: string | null;
    by: string | null;
    at: Date;
  }>`
    SELECT e.id, e.kind, e.amount, e.reason, actor.first_name || ' ' || actor.last_name AS by, e.at
    FROM correction_entries e LEFT JOIN users actor ON actor.id = e.decided_by
    WHERE e.user_id = ${userId} ORDER BY e.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}
