import type { QueryOf } from '#contract/endpoint.ts';
import type { listUnpaidOrders, UnpaidSummary } from '#contract/money/reminders.ts';
import { DAY_MS } from '#contract/time.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { notFound, requireFound } from '#server/http/errors.ts';
import { byCreation, readPage } from '#server/http/paging.ts';
import { runEach } from '#server/jobs/each.ts';
import { defineUpkeep } from '#server/jobs/upkeep.ts';
import { type ReminderStep, spansOf } from './reminders.policy.ts';
import {
  findUnpaidRow,
  listDueOrders,
  listUnpaidRows,
  markReminded,
  resumeRows,
  stopRow,
  sumReminded,
  sumUnpaid,
  type UnpaidRow,
} from './reminders.store.ts';
import { orderOfToken } from './stop-token.ts';

const REMINDER_JOB = 'order-reminders';
const REMINDED_AT_ONCE = 200;
const BROUGHT_DAYS = 30;

/** Sends one step of an order's reminders, once. */
async function remind(deps: Deps, paymentId: number, step: ReminderStep): Promise<void> {
  await transact(deps, async (tx) => {
    if (!(await markReminded(tx, paymentId, step, deps.clock.now()))) return;
    await deps.mail.send(tx, 'order_reminder', `${paymentId}:${step}`, { paymentId });
  });
}

async function remindDue(deps: Deps): Promise<{ reminded: number }> {
  const { reminderHours: hours, reminderDays: days } = deps.school.now.sales;
  let reminded = 0;
  for (const span of spansOf({ hours, days }, deps.clock.now())) {
    const { done } = await runEach(deps, {
      work: `${REMINDER_JOB}/${span.step}`,
      limit: REMINDED_AT_ONCE,
      list: (pausing, limit) => listDueOrders(deps.db, span, { pausing, limit }),
      idOf: ({ id }) => id,
      run: ({ id }) => remind(deps, id, span.step),
    });
    reminded += done;
  }
  return { reminded };
}

/** Runs during the day only: a mail about money must not arrive at night. */
export function defineReminders(deps: Deps): void {
  defineUpkeep(deps, { name: REMINDER_JOB, every: '*/15 8-20 * * *', run: () => remindDue(deps) });
}

const view = (row: UnpaidRow) => ({
  id: row.id,
  paymentCode: row.paymentCode,
  student: row.name === null || row.email === null ? null : { name: row.name, email: row.email },
  offer: row.offer,
  amount: row.amount,
  createdAt: row.createdAt,
  reminders: {
    sent: row.sent,
    lastSentAt: row.lastSentAt,
    stopped: row.stoppedAt && {
      at: row.stoppedAt,
      by: row.stoppedBy === null ? ('student' as const) : ('office' as const),
    },
  },
});

export async function listUnpaid(deps: Deps, query: QueryOf<typeof listUnpaidOrders>) {
  return readPage(byCreation.from(query), {
    rows: (part) => listUnpaidRows(deps.db, part),
    total: sumUnpaid(deps.db).then(({ count }) => count),
    present: view,
  });
}

export async function readUnpaidSummary(deps: Deps): Promise<UnpaidSummary> {
  const since = new Date(deps.clock.now().getTime() - BROUGHT_DAYS * DAY_MS);
  const [{ oldestAt, ...unpaid }, reminded] = await Promise.all([sumUnpaid(deps.db), sumReminded(deps.db, since)]);
  return { ...unpaid, oldestAt: oldestAt?.toISOString() ?? null, reminded };
}

/** The office stops the reminders of a student, or lets them go on. */
export async function changeReminders(deps: Deps, office: { id: string }, id: number, stopped: boolean) {
  return transact(deps, async (tx) => {
    const before = await requireFound(findUnpaidRow(tx, id), () => notFound('Pedido não encontrado.'));
    if ((before.stoppedAt !== null) === stopped) return view(before);
    const now = deps.clock.now();
    if (stopped) await stopRow(tx, id, office.id, now);
    else await resumeRows(tx, id);
    const action = stopped ? 'payment.reminders_stopped' : 'payment.reminders_resumed';
    await recordAudit(tx, { at: now, actorId: office.id, action, subject: `payment:${id}` });
    return view((await findUnpaidRow(tx, id)) ?? before);
  });
}

/** One press in the mail, without a login. */
export async function stopByToken(deps: Deps, token: string): Promise<void> {
  const id = orderOfToken(deps, token);
  const isKnown = id !== null && (await transact(deps, (tx) => stopRow(tx, id, null, deps.clock.now())));
  if (!isKnown) throw notFound('Este link não vale.');
}
