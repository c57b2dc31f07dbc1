import { Paperclip } from 'lucide-react';
import { useId } from 'react';
import type { AdminPayment } from '#contract/money/payments.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { NativeInput } from '#web/ui/native-field.tsx';
import { nameOf, useAttachRefundFile } from './queue.queries.ts';

export const FILES = 'image/*,.heic,.heif,application/pdf';

/** The bank document of a refund: opened, or attached later. */
export function RefundFile({ payment }: { payment: AdminPayment }) {
  const attach = useAttachRefundFile();
  const id = useId();
  const { paymentCode, refund } = payment;
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {refund?.fileUrl && (
        <a
          href={refund.fileUrl}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Abrir o comprovante da devolução de ${nameOf(payment)}`}
          className={buttonClass({ variant: 'line', size: 'sm' })}
        >
          Abrir
        </a>
      )}
      <label
        htmlFor={id}
        className={buttonClass({
          variant: 'quiet',
          size: 'sm',
          className: 'cursor-pointer has-focus-visible:outline-2 has-disabled:cursor-not-allowed',
        })}
      >
        <Paperclip />
        {attach.isPending ? 'Enviando...' : refund?.fileUrl ? 'Trocar' : 'Anexar'}
        <span className="sr-only"> comprovante da devolução de {nameOf(payment)}</span>
        <NativeInput
          id={id}
          type="file"
          accept={FILES}
          disabled={attach.isPending}
          className="sr-only"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) attach.mutate({ paymentCode, file });
            // The same file may be chosen again after a failure.
            target.value = '';
          }}
        />
      </label>
    </span>
  );
}
