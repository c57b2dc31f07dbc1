import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { lockOrder } from '#server/features/money/payments/received.service.ts';
import { recordStatementLine } from '#server/features/money/payments/received-amounts.service.ts';
import { runAll } from '#server/jobs/each.ts';
import * as store from './statements.store.ts';

const UNRECORDED_AT_ONCE = 200;

/** Records the money of entries whose order was approved by other means. Idempotent. Returns how many there were. */
export async function recordUnrecorded(deps: Deps): Promise<number> {
  const page = await store.listUnrecorded(deps.db, UNRECORDED_AT_ONCE);
  await runAll(page, ({ id, paymentId }) =>
    transact(deps, async (tx) => {
      const order = await lockOrder(tx, paymentId, null);
      const entry = await store.lockEntry(tx, id);
      const isPaying = entry?.state === 'confirmed' || entry?.state === 'settled';
      if (!order || !entry || !isPaying || entry.paymentId !== order.id) return;
      const { amount, day, endToEndId } = entry;
      await recordStatementLine(deps, tx, order, { id, amount, day, endToEndId, by: null });
    }),
  );
  return page.length;
}
