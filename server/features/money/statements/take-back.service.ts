import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { lockOrder } from '#server/features/money/payments/received.service.ts';
import {
  forgetStatementLine,
  hasOtherMoney,
  removeStatementLine,
} from '#server/features/money/payments/received-amounts.service.ts';
import { takeBack } from '#server/features/money/payments/take-back.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { notFound } from '#server/http/errors.ts';
import type { createSessions } from '#server/http/sessions.ts';
import { readStatement } from './statements.service.ts';
import * as store from './statements.store.ts';
import * as takeBackStore from './take-back.store.ts';

type Sessions = ReturnType<typeof createSessions>;
type Task = { statementId: number; adminId: string };

const JOB = 'take-statement-back';
const AT_ONCE = 50;
const REASON = 'O extrato que confirmou este pagamento foi desfeito.';

/** Hides a statement at once and undoes what it caused in the background. The same again changes nothing. */
export async function takeStatementBack(deps: Deps, admin: { id: string }, statementId: number): Promise<void> {
  const now = deps.clock.now();
  await transact(deps, async (tx) => {
    if (!(await takeBackStore.markStatementTakenBack(tx, statementId, now))) {
      if (await takeBackStore.isStatementKnown(tx, statementId)) return;
      throw notFound('Extrato não encontrado.');
    }
    const task: Task = { statementId, adminId: admin.id };
    await deps.jobs.send(tx, JOB, task, { key: String(statementId) });
    await recordAudit(tx, {
      at: now,
      actorId: admin.id,
      action: 'statement.taken_back',
      subject: `statement:${statementId}`,
    });
  });
}

/** An order that nothing but this line speaks for goes back to analysis; others keep their state, and differ. */
const undoEntry = (deps: Deps, sessions: Sessions, by: string, { id, paymentId }: { id: number; paymentId: number }) =>
  transact(deps, async (tx, after) => {
    const order = await lockOrder(tx, paymentId, null);
    const entry = await store.lockEntry(tx, id);
    if (!entry || entry.paymentId !== paymentId) return;
    const isAlone =
      order?.status === 'approved' && entry.state === 'confirmed' && !(await hasOtherMoney(tx, order, id));
    const undecided = { state: 'unmatched', paymentId: null, refusedId: null, by: null, now: null } as const;
    await store.decideEntryRow(tx, id, { ...undecided, reasons: [] });
    if (order && isAlone) {
      await forgetStatementLine(tx, id);
      await takeBack(deps, { sessions, tx, after }, order, { by, reason: REASON, undone: false });
    } else await removeStatementLine(deps, tx, order, id);
  });

/** Puts away at once all entries that name no order. */
export async function ignoreUnmatched(deps: Deps, admin: { id: string }, statementId: number) {
  await readStatement(deps, statementId);
  const now = deps.clock.now();
  await transact(deps, async (tx) => {
    const count = await takeBackStore.ignoreUnmatched(tx, statementId, admin.id, now);
    if (count === 0) return;
    await recordAudit(tx, {
      at: now,
      actorId: admin.id,
      action: 'statement.unmatched_ignored',
      subject: `statement:${statementId}`,
      details: { entries: count },
    });
  });
  return readStatement(deps, statementId);
}

export function defineTakingBack(deps: Deps, sessions: Sessions): void {
  deps.jobs.define<Task>({
    name: JOB,
    async run({ statementId, adminId }) {
      for (;;) {
        const page = await takeBackStore.listOwnPaying(deps.db, statementId, AT_ONCE);
        if (page.length === 0) break;
        for (const entry of page) await undoEntry(deps, sessions, adminId, entry);
      }
      await transact(deps, async (tx) => {
        await store.lockStatements(tx);
        await takeBackStore.deleteStatement(tx, statementId);
      });
    },
  });
}
