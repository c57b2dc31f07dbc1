import type { PaymentStatus } from '#contract/money/payments.ts';
import { paymentStatuses } from '#contract/money/payments.ts';
import type { Deps } from '#server/deps.ts';
import { readAccessByOrder } from '#server/features/money/access/access.service.ts';
import { readEventsOf } from '#server/features/platform/audit/audit.service.ts';
import { notFound } from '#server/http/errors.ts';
import { pixCodeOf } from '#server/pix/pix.ts';
import { lapseReservations } from './coupon-reservations.service.ts';
import { listOrderRows, type OrderRow } from './orders.store.ts';
import { offerOf, refundView, wasApproved } from './payment-views.ts';
import { isOpenToHolder } from './payments.policy.ts';
import { refundableUntil } from './refunds.service.ts';

/** Steps of all orders of one student together; more of them than anybody takes. */
const EVENTS_MAX = 1000;

export const orderNotFound = () => notFound('Compra não encontrada.');

/** What a student has bought, newest first, with what each opened and everything that happened to it. */
export async function listOwnOrders(deps: Deps, userId: string) {
  await lapseReservations(deps, { studentId: userId });
  const rows = await listOrderRows(deps.db, userId);
  const [access, events] = await Promise.all([
    readAccessByOrder(deps, userId),
    readEventsOf(
      deps.db,
      rows.map(({ id }) => `payment:${id}`),
      EVENTS_MAX,
    ),
  ]);
  const bySubject = Map.groupBy(events, ({ subject }) => subject);
  return rows.map((row) => ({
    ...orderView(deps, row),
    access: access.get(row.id) ?? null,
    history: (bySubject.get(`payment:${row.id}`) ?? []).flatMap(asHistory),
  }));
}

export async function readOwnOrder(deps: Deps, userId: string, id: number) {
  const order = (await listOwnOrders(deps, userId)).find((one) => one.id === id);
  if (!order) throw orderNotFound();
  return order;
}

function orderView(deps: Deps, row: OrderRow) {
  const isPayable = isOpenToHolder(row) || row.status === 'rejected';
  return {
    id: row.id,
    paymentCode: row.paymentCode,
    status: row.status,
    amount: row.amount,
    fullAmount: row.fullAmount ?? row.amount,
    method: row.method,
    offer: offerOf(row),
    coupon: row.coupon,
    pixCode: isPayable ? pixCodeOf(deps.school.now.pix, row) : null,
    createdAt: row.createdAt,
    proofUploadedAt: row.proofUploadedAt,
    approvedAt: wasApproved(row.status) ? row.decidedAt : null,
    rejectionReason: row.rejectionReason,
    refund: refundView(row),
    refundParts: row.refundParts,
    refundableUntil: refundableUntil(row, deps.clock.now()),
  };
}

const asStatus = (value: unknown): PaymentStatus | undefined => paymentStatuses.find((status) => status === value);

/** An event that moved the order; others, such as that a proof was looked at, are not its history. */
function asHistory({ at, details }: Awaited<ReturnType<typeof readEventsOf>>[number]) {
  const { from, to, reason } = (details ?? {}) as Record<string, unknown>;
  const reached = asStatus(to);
  // A part that went back leaves the state as it was; its own message tells of it.
  if (!reached || reached === from) return [];
  return [{ at, from: asStatus(from) ?? null, to: reached, reason: typeof reason === 'string' ? reason : null }];
}
