import type { Tx } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { endAccess } from '#server/features/money/access/access.service.ts';
import { takeBoughtBack } from '#server/features/money/corrections/corrections.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { AppError } from '#server/http/errors.ts';
import type { Work } from './approval.ts';
import { syncAmountCase } from './cases.service.ts';
import { move } from './payments.policy.ts';
import type { PaymentRow } from './payments.store.ts';
import { sumReceived } from './received-amounts.service.ts';
import {
  insertEarlierEntries,
  insertRefundEntry,
  listRefundEntries,
  type RefundEntry,
} from './refund-entries.store.ts';
import { restOf } from './refunds.policy.ts';
import { deleteRefundRequest, saveRefund } from './refunds.store.ts';
import { stateConflict, takeStep } from './transitions.ts';

export type RefundLedger = { entries: RefundEntry[]; received: number; rest: number };

/** What of an order has gone back, and what can still go back. The caller has locked the order. */
export async function readRefundLedger(tx: Tx, order: PaymentRow): Promise<RefundLedger> {
  await insertEarlierEntries(tx, { paymentId: order.id, limit: 1 });
  const entries = await listRefundEntries(tx, order.id);
  const received = await sumReceived(tx, order);
  return { entries, received, rest: restOf(received, entries) };
}

const brl = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** Money can go back from any order that holds some: also a rejected or cancelled one that was paid nevertheless. */
export function checkRefundable({ status }: PaymentRow, { rest }: RefundLedger): void {
  if (move(status, 'refund') === 'refused' && rest === 0) throw stateConflict(status);
}

/** Refuses more than the rest, and says how much that is. */
export function checkRest({ rest }: RefundLedger, amount: number): void {
  if (amount <= rest) return;
  const message =
    rest === 0 ? 'O valor inteiro já foi devolvido.' : `Restam ${brl.format(rest / 100)} para devolver deste pedido.`;
  throw new AppError('refund_exceeds_rest', message, { fields: { amount: message }, rest });
}

/**
 * Records money that went back. Entries add up: the order is refunded and its access ends when nothing is left;
 * before, it stays approved. The caller has locked student and order and checked the amount.
 */
export async function addRefund(deps: Deps, work: Work, order: PaymentRow, entry: RefundEntry): Promise<void> {
  const { sessions, tx, after } = work;
  const now = deps.clock.now();
  const { amount, note, by } = entry;
  await insertRefundEntry(tx, order.id, entry, now);
  const { entries, rest } = await readRefundLedger(tx, order);
  const isWhole = rest === 0;
  if (isWhole || order.status === 'refunded') {
    const total = entries.reduce((sum, one) => sum + one.amount, 0);
    await saveRefund(tx, { ...entry, paymentId: order.id, amount: total, now });
  }
  if (order.status === 'refunded') return syncAmountCase(deps, tx, order);
  if (move(order.status, 'refund') === 'refused') {
    // The order was never approved: nothing ends with its money.
    await deleteRefundRequest(tx, order.id);
    await recordAudit(tx, {
      at: now,
      actorId: by,
      action: 'payment.money_returned',
      subject: `payment:${order.id}`,
      details: { amount, ...(note ? { note } : {}) },
    });
    return syncAmountCase(deps, tx, order);
  }
  if (!isWhole) {
    // The office gave a part: a request for the money is answered by that.
    await deleteRefundRequest(tx, order.id);
    await takeStep(deps, tx, order, { do: 'refund_part', by, reason: note, amount });
    return;
  }
  await takeStep(deps, tx, order, { do: 'refund', by, reason: note, amount });
  await endAccess(deps, tx, order.id);
  await takeBoughtBack(tx, order.id, now);
  if (order.userId) await sessions.forget(tx, after, order.userId);
}
