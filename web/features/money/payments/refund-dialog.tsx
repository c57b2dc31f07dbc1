import { useState } from 'react';
import { END_TO_END_ID_MAX, OFFICE_NOTE_MAX, PIX_KEY_MAX, REFUND_DAYS } from '#contract/limits.ts';
import type { AdminPayment } from '#contract/money/payments.ts';
import { type RefundWay, refundPayment } from '#contract/money/payments-office.ts';
import { dayOf, formatDay, formatNearDay } from '#web/lib/calendar-day.ts';
import { formatDateTime, formatMoney, formatRelative } from '#web/lib/format.ts';
import { readMoney } from '#web/lib/money.ts';
import { newKey } from '#web/lib/new-key.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormActions } from '#web/ui/form-actions.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { BankNow } from './bank-now.tsx';
import { guaranteeOf } from './purchase/guarantee.ts';
import { RefundClock } from './purchase/refund-clock.tsx';
import { nameOf, useAttachRefundFile, useRefund } from './queue.queries.ts';
import { FILES } from './refund-file.tsx';

type RefundDialogProps = {
  payment: AdminPayment | null;
  /** Cents that the form begins with; left out: all that can go back. */
  amount?: number | undefined;
  onClose: () => void;
};

/** Gives money back through the provider that holds it, or records what the office has paid in its bank already. */
export function RefundDialog({ payment, ...rest }: RefundDialogProps) {
  return payment && <OpenDialog key={payment.paymentCode} payment={payment} {...rest} />;
}

function OpenDialog({ payment, amount = payment.refundRest, onClose }: RefundDialogProps & { payment: AdminPayment }) {
  const refund = useRefund();
  const attach = useAttachRefundFile();
  const [file, setFile] = useState<File | null>(null);
  const held = payment.heldByProvider ?? 0;
  const isSlip = held > 0 && payment.method === 'slip';
  const [through, setThrough] = useState<RefundWay>(held > 0 && !isSlip ? 'provider' : 'office');
  const isByProvider = through === 'provider';
  // A press that is repeated after a lost answer is the same refund.
  const [creationKey] = useState(newKey);
  const form = useForm({
    initial: {
      amount: formatMoney(amount),
      paidAt: dayOf(new Date()),
      pixKey: payment.refund?.pixKey ?? '',
      endToEndId: '',
      note: '',
    },
    schema: refundPayment.body,
    bodyOf: ({ amount: typed, note, ...transfer }) => ({
      // Fields of a manual transfer are ignored when the provider refunds.
      ...(isByProvider ? { paidAt: dayOf(new Date()) } : transfer),
      note,
      amount: readMoney(typed),
      paymentCode: payment.paymentCode,
      through,
      creationKey,
    }),
    onSubmit: (body) => {
      if (refund.isPending) return;
      refund.mutate(body, {
        onSuccess: () => {
          // The refund is stored even if its document fails: it can be attached later.
          if (file && !isByProvider) attach.mutate({ paymentCode: payment.paymentCode, file });
          onClose();
        },
        onError: (error) => void form.refused(error),
      });
    },
  });
  const isPartial = readMoney(form.values.amount) < payment.refundRest;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !refund.isPending && onClose()}
      // A press outside must not discard what was typed.
      onInteractOutside={(event) => event.preventDefault()}
      title={`Devolver ${formatMoney(amount)} a ${nameOf(payment)}`}
      footer={
        <FormActions
          form={form.id}
          label={isByProvider ? 'Devolver pelo provedor' : 'Já fiz o PIX, registrar'}
          busy={refund.isPending}
          busyLabel={isByProvider ? 'Devolvendo...' : 'Registrando...'}
          onCancel={onClose}
        />
      }
    >
      <form {...form.props} className="grid gap-5">
        <GuaranteeSection payment={payment} />
        <BankNow payment={payment} />
        {payment.refundedCents > 0 && (
          <Notice>
            Já voltaram {formatMoney(payment.refundedCents)}. Restam {formatMoney(payment.refundRest)}.
          </Notice>
        )}
        {isSlip && (
          <Notice tone="sun" title="Pago por boleto">
            O provedor não devolve boletos por aqui. Faça a devolução pelo banco e registre.
          </Notice>
        )}
        {held > 0 && !isSlip && (
          <RadioGroup
            label="Como devolver"
            look="cards"
            value={through}
            onValueChange={setThrough}
            error={form.errors.through}
            options={[
              {
                value: 'provider',
                label: 'Pelo provedor, agora',
                help: `O provedor tem ${formatMoney(held)} deste pedido e devolve a quem pagou.`,
              },
              { value: 'office', label: 'Já devolvi pelo banco', help: 'Só registra: nada é transferido daqui.' },
            ]}
          />
        )}
        <div className="grid gap-5 md:grid-cols-2">
          <Field
            label="Valor"
            help={
              isByProvider && payment.method === 'card'
                ? 'Parcelado no cartão, o provedor só devolve o valor inteiro.'
                : 'Menos que o total, só com acordo por escrito.'
            }
            error={form.errors.amount}
          >
            <Input inputMode="decimal" autoComplete="off" {...form.field('amount')} />
          </Field>
          {!isByProvider && (
            <Field label="Data do PIX" error={form.errors.paidAt}>
              <Input type="date" max={dayOf(new Date())} {...form.field('paidAt')} />
            </Field>
          )}
        </div>
        {!isByProvider && (
          <>
            <Field
              label="Chave PIX de quem recebe"
              optional
              help={payment.refund?.pixKey ? 'O aluno pediu nesta chave.' : 'Para onde o valor foi devolvido.'}
              error={form.errors.pixKey}
            >
              <Input maxLength={PIX_KEY_MAX} autoComplete="off" spellCheck={false} {...form.field('pixKey')} />
            </Field>
            <Field
              label="Identificação no banco"
              optional
              help="O código E2E que aparece no comprovante do PIX."
              error={form.errors.endToEndId}
            >
              <Input
                maxLength={END_TO_END_ID_MAX}
                autoComplete="off"
                spellCheck={false}
                {...form.field('endToEndId')}
              />
            </Field>
            <Field label="Comprovante do PIX" optional help="Uma imagem ou um PDF de até 5 MB. O aluno também o vê.">
              <Input type="file" accept={FILES} onChange={({ target }) => setFile(target.files?.[0] ?? null)} />
            </Field>
          </>
        )}
        <Field
          label={isPartial ? 'Motivo *' : 'Nota interna (o aluno não vê)'}
          help={isPartial ? 'Um valor menor que o pago precisa de um motivo.' : undefined}
          error={form.errors.note}
        >
          <Input maxLength={OFFICE_NOTE_MAX} autoComplete="off" {...form.field('note')} />
        </Field>
        <Notice title="O que acontece">
          {isPartial
            ? 'O aluno continua com o acesso: ele termina quando o valor inteiro tiver voltado. Ele recebe um e-mail.'
            : isByProvider
              ? 'O acesso desta compra termina assim que o provedor confirmar a devolução, em geral em segundos.'
              : 'O acesso desta compra termina agora.'}{' '}
          {!isPartial && 'O histórico, as anotações e os certificados continuam com o aluno, e ele recebe um e-mail.'}
        </Notice>
      </form>
    </Dialog>
  );
}

function GuaranteeSection({ payment }: { payment: AdminPayment }) {
  const { approvedAt, refund } = payment;
  if (!approvedAt) return null;
  const now = new Date();
  const { number, lastDay, isOver } = guaranteeOf(approvedAt, now);
  return (
    <div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-base">
          {isOver
            ? `Os ${REFUND_DAYS} dias para desistir terminaram`
            : `Dia ${Math.max(1, number)} de ${REFUND_DAYS} para desistir da compra`}
        </h3>
        <span className="text-ink-soft text-sm">aprovado em {formatDateTime(approvedAt)}</span>
      </div>
      {!isOver && <RefundClock approvedAt={approvedAt} now={now} />}
      <p className="mt-2 text-ink-soft text-sm">
        {isOver ? `O prazo terminou ${formatNearDay(lastDay)}.` : `O prazo termina ${formatNearDay(lastDay)}, 23h59.`}{' '}
        {refund?.requestedAt
          ? `Pediu ${formatRelative(refund.requestedAt, now)}, dentro do prazo: o valor volta inteiro, sem precisar dizer o motivo (art. 49 do Código de Defesa do Consumidor).`
          : isOver && 'Devolver agora é escolha da escola e precisa de um motivo.'}
        {refund?.dueOn && ` Devolver até ${formatDay(refund.dueOn)}.`}
      </p>
    </div>
  );
}
