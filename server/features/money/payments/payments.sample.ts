import { DAY_MS, HOUR_MS } from '#contract/time.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { returnSeat } from '#server/features/money/offers/offers.service.ts';
import { forgetBatched } from '#server/features/platform/notifications/notifications.service.ts';
import { releaseStored } from '#server/files/file-records.ts';
import type { createSessions, SessionUser } from '#server/http/sessions.ts';
import { silentDepsAt } from '#server/silent-deps.ts';
import { dayOf } from '#server/time/calendar.ts';
import { decidePayment } from './decisions.service.ts';
import { findByTypedCode, openPayment } from './payments.service.ts';
import { deletePaymentsOf, listPaymentIdsOf, listSeatsTaken, releaseSeat } from './payments-sample.store.ts';
import { announcePayment, receiveProof } from './proofs.service.ts';
import { takeFiles } from './proofs.store.ts';
import { recordRefund, requestRefund } from './refunds.service.ts';
import { type Receipt, receiptFile } from './sample/receipt.ts';

type Sessions = ReturnType<typeof createSessions>;
type Office = { sessions: Sessions; admin: { id: string } };

/** The outcome of one sample payment. Hours count from the registration. */
type Course = { sends?: Receipt['kind'] | 'nothing'; rejected?: string; sendsAgain?: Receipt['kind'] };

const courses: readonly Course[] = [
  { sends: 'picture' },
  { sends: 'picture' },
  { sends: 'pdf' },
  { sends: 'picture' },
  { sends: 'pdf' },
  { sends: 'picture' },
  { sends: 'pdf' },
  { sends: 'nothing' },
  {
    sends: 'blurred',
    rejected: 'Não conseguimos ler o comprovante. Envie uma foto nítida ou o PDF.',
    sendsAgain: 'pdf',
  },
  {},
  {},
  {},
  { sends: 'short', rejected: 'O valor do comprovante é menor que o da matrícula.' },
  { sends: 'blurred', rejected: 'Não conseguimos ler o comprovante. Envie uma foto nítida ou o PDF.' },
];

/** The last two of those at the door were let in and want their money back: one has it, one waits for it. */
export async function samplePayments(
  deps: Deps,
  office: Office,
  { admitted, payers }: { admitted: readonly SessionUser[]; payers: readonly SessionUser[] },
): Promise<void> {
  for (const person of admitted) await buy(deps, office, person);
  const atTheDoor = payers.slice(0, courses.length);
  for (const [place, person] of atTheDoor.entries()) await follow(deps, office, person, courses[place] ?? {});
  const now = deps.clock.now();
  const [refunded, waiting] = payers.slice(courses.length);
  if (refunded) {
    const code = await buy(deps, office, refunded);
    await giveBack(deps, office, refunded, code, new Date(now.getTime() - 6 * DAY_MS));
  }
  if (waiting) {
    const code = await buy(deps, office, waiting);
    await askBack(deps, waiting, code, new Date(now.getTime() - DAY_MS));
  }
}

const after = ({ createdAt }: { createdAt: Date }, hours: number) => new Date(createdAt.getTime() + hours * HOUR_MS);

const open = (deps: Deps, person: SessionUser) => {
  const then = silentDepsAt(deps, person.createdAt);
  return transact(then, (tx) => openPayment(then, tx, person.id));
};

/** Approved a few hours later. The place goes back at once: an example uses up none of the offer's. */
async function buy(deps: Deps, { sessions, admin }: Office, person: SessionUser): Promise<string> {
  const code = await open(deps, person);
  const then = silentDepsAt(deps, new Date(Math.min(after(person, 3).getTime(), deps.clock.now().getTime())));
  await decidePayment(then, sessions, admin, code, { do: 'approve' });
  await transact(then, async (tx) => {
    const offerId = await releaseSeat(tx, code);
    if (offerId !== null) await returnSeat(then, tx, offerId);
  });
  return code;
}

async function follow(deps: Deps, { sessions, admin }: Office, person: SessionUser, course: Course): Promise<void> {
  const code = await open(deps, person);
  if (course.sends === 'nothing') {
    const holder = { user: null, grant: { paymentCode: code, proofs: 'all' as const } };
    await announcePayment(silentDepsAt(deps, after(person, 1)), code, holder);
  } else if (course.sends) await send(deps, person, code, course.sends, 1);
  if (course.rejected) {
    const verdict = { do: 'reject', reason: course.rejected } as const;
    await decidePayment(silentDepsAt(deps, after(person, 2)), sessions, admin, code, verdict);
  }
  if (course.sendsAgain) await send(deps, person, code, course.sendsAgain, 3);
}

async function send(deps: Deps, person: SessionUser, code: string, kind: Receipt['kind'], hours: number) {
  const at = after(person, hours);
  const payment = await findByTypedCode(deps.db, code);
  const { pix } = deps.school.now;
  const content = await receiptFile({ kind, person, amount: payment.amount, code, at, receiver: pix.merchantName });
  await receiveProof(silentDepsAt(deps, at), payment, content, { isHolder: true, hash: null });
}

async function askBack(deps: Deps, person: SessionUser, code: string, at: Date) {
  const payment = await findByTypedCode(deps.db, code);
  await requestRefund(silentDepsAt(deps, at), person.id, payment.id);
  return payment;
}

async function giveBack(deps: Deps, { sessions, admin }: Office, person: SessionUser, code: string, at: Date) {
  const { amount } = await askBack(deps, person, code, at);
  const paid = new Date(at.getTime() + 4 * HOUR_MS);
  const refund = { paymentCode: code, amount, paidAt: dayOf(paid), endToEndId: null, note: null };
  await recordRefund(silentDepsAt(deps, paid), sessions, admin, refund);
}

/** Their ids, while it is still known whose they are. */
export const readSamplePayments = (tx: Tx, userIds: readonly string[]) => listPaymentIdsOf(tx, userIds);

/**
 * Wholly, once the people and their access are gone: nothing of them counts in the books. A place that the office has
 * given to one of them is free again, and their receipts go with the next sweep.
 */
export async function removeSamplePayments(deps: Deps, tx: Tx, ids: readonly number[]): Promise<void> {
  for (const offerId of await listSeatsTaken(tx, ids)) await returnSeat(deps, tx, offerId);
  for (const id of ids) await releaseStored(tx, await takeFiles(tx, id), new Date(0));
  await forgetBatched(tx, ['new_proof', 'refund_asked'], ids);
  await deletePaymentsOf(tx, ids);
}
