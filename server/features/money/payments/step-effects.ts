import { APPROVAL_UNDO_MS } from '#contract/limits.ts';
import type { PaymentMethod } from '#contract/money/payments.ts';
import { screens } from '#contract/screens.ts';
import { writtenDay } from '#contract/time.ts';
import type { Tx } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { giveCouponBack, reserveCouponAgain } from '#server/features/money/coupons/coupons.service.ts';
import { notify, notifyAdmins, takeNoticeBack } from '#server/features/platform/notifications/notifications.service.ts';
import type { StepName } from './payments.policy.ts';
import { insertDecision, type PaymentChange, type PaymentRow } from './payments.store.ts';

const brl = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** What each step needs to know. `by` is the acting user; null when a provider or the system acts. */
type StepFacts = {
  send_proof: { proofUploadedAt: Date | null; byHolder: boolean };
  pay_again: object;
  approve: {
    by: string | null;
    /** This step let the student in. */
    activated: boolean;
    tookPlace: boolean;
    /** Set when the method is known better than at the time of the order. */
    method?: PaymentMethod | undefined;
    /** Why the office approves although the figures disagree. */
    reason?: string | null;
  };
  reject: { by: string; reason: string };
  cancel: { by: string | null };
  request_refund: { by: string; dueOn: string };
  withdraw_refund: { by: string };
  refuse_refund: { by: string; reason: string };
  refund_part: { by: string | null; reason: string | null; amount: number };
  refund: { by: string | null; reason: string | null; amount: number };
  /** `undone`: within the seconds in which an approval can be undone. */
  take_back: { by: string; reason: string | null; undone: boolean };
};

type StepOf<Name extends StepName> = { do: Name } & StepFacts[Name];
export type Step = { [Name in StepName]: StepOf<Name> }[StepName];

type StepContext = { deps: Deps; tx: Tx; before: PaymentRow; moved: PaymentRow; now: Date };

export type Effects<S> = {
  /** The audit event, when the state that is reached does not name it. */
  action?: (step: S) => string;
  /** Columns that the step writes beside the state. */
  change?: (step: S, now: Date) => Omit<PaymentChange, 'to' | 'now'>;
  /** E-mails, notices and other consequences, in the transaction of the step. */
  follow?: (step: S, context: StepContext) => Promise<void>;
};

/** Identifies one step of one payment, so that a retry sends no second e-mail or notice. */
const keyOf = ({ id, version }: Pick<PaymentRow, 'id' | 'version'>) => `${id}:${version}`;
const noticeKey = (payment: Pick<PaymentRow, 'id' | 'version'>) => `payment:${keyOf(payment)}`;

type Bell = { title: string; text: string; path?: string; pushAfter?: Date };

async function ring({ deps, tx, moved }: StepContext, { path = screens.myPurchase, ...notice }: Bell): Promise<void> {
  if (!moved.userId) return;
  await notify(deps, tx, { userId: moved.userId, key: noticeKey(moved), kind: 'payment_decided', path, ...notice });
}

const mail = ({ deps, tx, moved }: StepContext) => {
  const { id: paymentId } = moved;
  return { paymentId, key: keyOf(moved), send: deps.mail.send.bind(deps.mail, tx) };
};

const undecided = { rejectionReason: null, decidedBy: null, decidedAt: null };

/** What each step writes, records and sends. The states it leads from and to are in payments.policy.ts. */
export const effects: { [Name in StepName]: Effects<StepOf<Name>> } = {
  send_proof: {
    change: (step) => ({ ...undecided, proofUploadedAt: step.proofUploadedAt, analysisByHolder: step.byHolder }),
    follow: async (step, context) => {
      const { send, key, paymentId } = mail(context);
      await send('payment_received', key, { paymentId, withProof: step.proofUploadedAt !== null });
      await notifyAdmins(context.deps, context.tx, { kind: 'new_proof', key });
    },
  },
  pay_again: { action: () => 'payment.paid_again', change: () => undecided },
  approve: {
    change: ({ by, tookPlace, method }, now) => ({
      rejectionReason: null,
      decidedBy: by,
      decidedAt: now,
      tookPlace,
      method,
    }),
    follow: async ({ by, activated, reason = null }, context) => {
      const { tx, now } = context;
      const { send, key, paymentId } = mail(context);
      const decisionId = await insertDecision(tx, { paymentId, decision: 'approved', reason, by, activated, now });
      // Delayed until the approval can no longer be undone.
      const startAfter = new Date(now.getTime() + APPROVAL_UNDO_MS);
      await send('payment_approved', key, { paymentId, decisionId }, { startAfter });
      const text = 'Seu acesso foi liberado. Bons estudos!';
      await ring(context, { title: 'Pagamento aprovado', text, path: screens.home, pushAfter: startAfter });
    },
  },
  reject: {
    change: ({ by, reason }, now) => ({ rejectionReason: reason, decidedBy: by, decidedAt: now }),
    follow: async ({ by, reason }, context) => {
      const { deps, tx, now } = context;
      const { send, key, paymentId } = mail(context);
      await reserveCouponAgain(deps, tx, paymentId);
      const decision = { paymentId, decision: 'rejected', reason, by, activated: false, now } as const;
      await send('payment_rejected', key, { paymentId, decisionId: await insertDecision(tx, decision) });
      await ring(context, { title: 'Pagamento recusado', text: reason, path: screens.paymentStatus });
    },
  },
  cancel: { follow: (_, { tx, moved }) => giveCouponBack(tx, moved.id) },
  request_refund: {
    follow: async ({ dueOn }, context) => {
      const { send, key, paymentId } = mail(context);
      await send('refund_requested', key, { paymentId, dueOn });
      const text = `Devolvemos o valor até ${writtenDay(dueOn)}.`;
      await ring(context, { title: 'Pedido de reembolso recebido', text });
      await notifyAdmins(context.deps, context.tx, { kind: 'refund_asked', key });
    },
  },
  withdraw_refund: {
    action: () => 'payment.refund_withdrawn',
    follow: async (_, context) => {
      const { send, key, paymentId } = mail(context);
      await send('refund_withdrawn', key, { paymentId });
      await ring(context, { title: 'Pedido de reembolso retirado', text: 'Tudo continua como antes.' });
    },
  },
  refuse_refund: {
    action: () => 'payment.refund_refused',
    follow: async ({ reason }, context) => {
      const { send, key, paymentId } = mail(context);
      await send('refund_refused', key, { paymentId, reason });
      await ring(context, { title: 'Pedido de reembolso recusado', text: reason });
    },
  },
  refund_part: {
    action: () => 'payment.partly_refunded',
    follow: async ({ amount }, context) => {
      const { send, key, paymentId } = mail(context);
      await send('payment_partly_refunded', key, { paymentId, amount });
      const text = `Devolvemos ${brl.format(amount / 100)}. O acesso desta compra continua.`;
      await ring(context, { title: 'Parte do valor foi devolvida', text });
    },
  },
  refund: {
    follow: async (_, context) => {
      const { send, key, paymentId } = mail(context);
      await send('payment_refunded', key, { paymentId });
      const text = 'O valor foi devolvido, e o acesso desta compra terminou.';
      await ring(context, { title: 'Reembolso feito', text });
    },
  },
  take_back: {
    action: ({ undone }) => (undone ? 'payment.approval_undone' : 'payment.approval_taken_back'),
    change: () => ({ decidedBy: null, decidedAt: null, tookPlace: false }),
    follow: async ({ undone, reason }, context) => {
      const { tx, before, moved } = context;
      if (undone) {
        // The e-mail has not been sent yet: only the bell's notice is withdrawn.
        if (moved.userId) await takeNoticeBack(tx, moved.userId, noticeKey(before));
        return;
      }
      const { send, key, paymentId } = mail(context);
      await send('approval_taken_back', key, { paymentId, reason });
      const text = reason ?? 'Avisamos assim que terminarmos.';
      await ring(context, { title: 'Seu pagamento voltou para análise', text });
    },
  },
};
