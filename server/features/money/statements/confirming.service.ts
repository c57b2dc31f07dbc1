import type { BodyOf } from '#contract/endpoint.ts';
import type { decideEntry } from '#contract/money/statements.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { approveOrder, type Work } from '#server/features/money/payments/approval.ts';
import { wasApproved } from '#server/features/money/payments/payment-views.ts';
import { findByTypedCode } from '#server/features/money/payments/payments.service.ts';
import { isPayable, lockOrder, type Order } from '#server/features/money/payments/received.service.ts';
import { recordStatementLine, removeStatementLine } from '#server/features/money/payments/received-amounts.service.ts';
import { stateConflict } from '#server/features/money/payments/transitions.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { AppError, notFound, requireFound } from '#server/http/errors.ts';
import type { createSessions } from '#server/http/sessions.ts';
import { runAll } from '#server/jobs/each.ts';
import { defineUpkeep } from '#server/jobs/upkeep.ts';
import { recordUnrecorded } from './record-lines.service.ts';
import { entryView, readStatement } from './statements.service.ts';
import * as store from './statements.store.ts';

type Sessions = ReturnType<typeof createSessions>;
type Admin = { id: string };
type Locked = NonNullable<Awaited<ReturnType<typeof store.lockEntry>>>;

const JOB = 'confirm-statement';
/** This many are confirmed within the request; the rest in the background. */
const AT_ONCE = 50;

const brl = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

const entryNotFound = () => notFound('Entrada não encontrada.');
const entryConflict = ({ state }: Pick<Locked, 'state'>) =>
  new AppError('state_conflict', 'Esta entrada já foi decidida.', { status: state });

/** What came is not what the order costs: a person says that it is for this order all the same. */
const amountDiffers = ({ amount: expected }: Order) =>
  new AppError('amount_differs', `O valor desta entrada não é o do pedido, que custa ${brl.format(expected / 100)}.`);

/** Confirms all sure entries, each in a separate transaction. An entry that was decided meanwhile is left unchanged. */
export async function confirmSure(deps: Deps, sessions: Sessions, admin: Admin, statementId: number) {
  await readStatement(deps, statementId);
  const page = await store.listSureIds(deps.db, statementId, { limit: AT_ONCE });
  await runAll(page, (entry) => confirmEntry(deps, sessions, admin.id, entry)).catch((error: unknown) => {
    // An entry that failed is still sure, so the job below retries it.
    deps.log.error({ err: error, statementId }, 'entries of a statement were not confirmed');
  });
  const [left] = await store.listSureIds(deps.db, statementId, { limit: 1 });
  // The entry that comes next names the job: pressed twice, it is one.
  if (left) {
    const key = `${statementId}:${left.id}`;
    await deps.jobs.send(deps.db, JOB, { statementId, adminId: admin.id }, { key });
  }
  return readStatement(deps, statementId);
}

const confirmEntry = (deps: Deps, sessions: Sessions, adminId: string, { id, paymentId }: store.SureEntry) =>
  transact(deps, async (tx, after) => {
    const order = await lockOrder(tx, paymentId, adminId);
    const entry = await store.lockEntry(tx, id);
    if (entry?.state !== 'sure' || entry.paymentId !== paymentId) return;
    const work = { sessions, tx, after };
    if (!order || !isPayable(order) || order.amount !== entry.amount) return noLongerSure(deps, work, entry, order);
    await takeLine(deps, work, order, entry, adminId);
    await saveDecision(deps, tx, entry, { state: 'confirmed', paymentId, by: adminId });
  });

/** The line's money is recorded for the order, which is approved where it waits for money. */
async function takeLine(deps: Deps, work: Work, order: Order, entry: Locked, by: string | null): Promise<void> {
  const { id, amount, day, endToEndId } = entry;
  await recordStatementLine(deps, work.tx, order, { id, amount, day, endToEndId, by });
  if (isPayable(order)) await approveOrder(deps, work, order, { by, method: 'pix_confirmed', received: 'bank' });
}

/** The order was decided, or costs something else now. */
async function noLongerSure(deps: Deps, work: Work, entry: Locked, order: Order | undefined): Promise<void> {
  const { tx } = work;
  const undecided = { by: null, now: null };
  const [by = 'code'] = entry.reasons;
  if (!order)
    await store.decideEntryRow(tx, entry.id, { state: 'unmatched', paymentId: null, reasons: [], ...undecided });
  else if (isPayable(order)) {
    const change = { state: 'doubtful', paymentId: order.id, reasons: [by, 'amount_differs'] } as const;
    await store.decideEntryRow(tx, entry.id, { ...change, reasons: [...change.reasons], ...undecided });
  } else if (order.status === 'rejected' || order.status === 'cancelled') {
    const reason = order.status === 'rejected' ? 'order_rejected' : 'order_cancelled';
    const change = { state: 'unmatched', paymentId: order.id } as const;
    await store.decideEntryRow(tx, entry.id, { ...change, reasons: [by, reason], ...undecided });
  } else if (await store.isPaidByEntry(tx, order.id)) {
    const change = { state: 'unmatched', paymentId: order.id } as const;
    await store.decideEntryRow(tx, entry.id, { ...change, reasons: [by, 'order_paid'], ...undecided });
  } else {
    await store.decideEntryRow(tx, entry.id, { state: 'settled', paymentId: order.id, ...undecided });
    await takeLine(deps, work, order, entry, null);
  }
}

type SavedDecision = { state: 'confirmed' | 'ignored'; paymentId: number | null; by: string };

async function saveDecision(deps: Deps, tx: Tx, entry: Locked, { state, paymentId, by }: SavedDecision): Promise<void> {
  const now = deps.clock.now();
  const isByHand = state === 'confirmed' && paymentId !== entry.paymentId;
  const reasons = isByHand ? { reasons: ['by_hand' as const] } : {};
  await store.decideEntryRow(tx, entry.id, { state, paymentId, ...reasons, by, now });
  await recordAudit(tx, {
    at: now,
    actorId: by,
    action: `statement.entry_${state}`,
    subject: `statement_entry:${entry.id}`,
    details: { amount: entry.amount, ...(paymentId === null ? {} : { paymentId }) },
  });
}

/** One entry, by a person who has looked at it. The same decision again changes nothing. */
export async function decideOne(
  deps: Deps,
  sessions: Sessions,
  admin: Admin,
  id: number,
  { decision, paymentCode, acceptsDifference }: BodyOf<typeof decideEntry>,
) {
  const found = await requireFound(store.findEntry(deps.db, id), entryNotFound);
  const paymentId =
    decision === 'confirm' && paymentCode !== undefined
      ? (await findByTypedCode(deps.db, paymentCode)).id
      : found.paymentId;
  await transact(deps, async (tx, after) => {
    const order = paymentId === null ? undefined : await lockOrder(tx, paymentId, admin.id);
    const entry = await requireFound(store.lockEntry(tx, id), entryNotFound);
    if (decision === 'confirm') {
      if (entry.state === 'confirmed' && entry.paymentId === order?.id) return;
      if (!isUndecided(entry)) throw entryConflict(entry);
      if (!order) throw new AppError('bad_request', 'Diga a qual pedido esta entrada pertence.');
      if (!isPayable(order) && !wasApproved(order.status)) throw stateConflict(order.status);
      if (order.amount !== entry.amount && !acceptsDifference) throw amountDiffers(order);
      await takeLine(deps, { sessions, tx, after }, order, entry, admin.id);
      await saveDecision(deps, tx, entry, { state: 'confirmed', paymentId: order.id, by: admin.id });
    } else if (decision === 'ignore') {
      if (entry.state === 'ignored') return;
      if (!isUndecided(entry)) throw entryConflict(entry);
      await saveDecision(deps, tx, entry, { state: 'ignored', paymentId: null, by: admin.id });
    } else if (decision === 'refuse') {
      if (!isUndecided(entry)) throw entryConflict(entry);
      const refusedId = entry.paymentId ?? undefined;
      const change = { state: 'unmatched', paymentId: null, reasons: [], by: null, now: null } as const;
      await store.decideEntryRow(tx, id, { ...change, reasons: [], ...(refusedId ? { refusedId } : {}) });
    } else {
      await reopen(deps, tx, entry, order);
    }
  });
  const row = await requireFound(store.findEntry(deps.db, id), entryNotFound);
  return entryView(row);
}

const isUndecided = ({ state }: Locked) => state === 'sure' || state === 'doubtful' || state === 'unmatched';

/** What was put away comes back; what was confirmed only once its approval was taken back. */
async function reopen(deps: Deps, tx: Tx, entry: Locked, order: Order | undefined): Promise<void> {
  if (isUndecided(entry)) return;
  if (entry.state !== 'ignored' && order && !isPayable(order) && order.status !== 'rejected') {
    throw new AppError('state_conflict', 'O pedido desta entrada está aprovado. Estorne a aprovação antes.', {
      status: order.status,
    });
  }
  const change = { state: 'unmatched', paymentId: null, refusedId: null, by: null, now: null } as const;
  await store.decideEntryRow(tx, entry.id, { ...change, reasons: [] });
  await removeStatementLine(deps, tx, order, entry.id);
}

export function defineConfirming(deps: Deps, sessions: Sessions): void {
  defineUpkeep(deps, {
    name: 'statement-amounts',
    every: '47 * * * *',
    run: async () => ({ recorded: await recordUnrecorded(deps) }),
  });
  deps.jobs.define<{ statementId: number; adminId: string }>({
    name: JOB,
    async run({ statementId, adminId }) {
      const errors: unknown[] = [];
      for (let after: number | undefined; ; ) {
        const page = await store.listSureIds(deps.db, statementId, { after, limit: AT_ONCE });
        const last = page.at(-1);
        if (!last) break;
        await runAll(page, (entry) => confirmEntry(deps, sessions, adminId, entry)).catch((error: unknown) =>
          errors.push(error),
        );
        after = last.position;
      }
      if (errors.length > 0) throw new AggregateError(errors, 'Entries of a statement were not confirmed.');
    },
  });
}
