import { Check, TriangleAlert } from 'lucide-react';
import type { ProofReading } from '#contract/money/payments.ts';
import { formatDay } from '#web/lib/calendar-day.ts';
import { formatMoney } from '#web/lib/format.ts';
import { Notice } from '#web/ui/notice.tsx';
import { PaymentCode } from './payment-code.tsx';

/** What the text of a PDF contains, beside the facts of the order: a hint for the decision. */
export function ProofReadingSection({ reading }: { reading: ProofReading }) {
  const { amount, day, payee, endToEndIds, sameTransferAs } = reading;
  return (
    <section aria-label="Lido no PDF" className="grid gap-3">
      {sameTransferAs.length > 0 && (
        <Notice tone="bad" title="Mesma transferência em outro pagamento">
          A identificação do PIX deste comprovante também está em:{' '}
          {sameTransferAs.map((code) => (
            <PaymentCode key={code} code={code} className="mr-2 font-strong" />
          ))}
        </Notice>
      )}
      <div className="rounded-control border border-line p-3 text-sm">
        <h3 className="mb-1.5 text-sm">Lido no PDF</h3>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 tabular-nums [&_dd]:text-right [&_dt]:text-ink-soft">
          <Line label="Valor" said={amount.told.map(formatMoney)} agrees={amount.agrees} />
          <Line label="Data" said={day.told.map(formatDay)} agrees={day.agrees} />
          <Line label="Quem recebeu" said={payee.told} agrees={payee.agrees} />
          <Line label="Identificação do PIX" said={endToEndIds} agrees={null} />
        </dl>
        <p className="mt-2 text-ink-soft text-xs">Um PDF pode ser alterado. Confira no extrato do banco.</p>
      </div>
    </section>
  );
}

function Line({ label, said, agrees }: { label: string; said: string[]; agrees: boolean | null }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className="break-all">
        {said.length === 0 ? 'não consta' : said.slice(0, 3).join(', ')}
        {agrees !== null && (
          <span
            className={`ml-2 inline-flex items-center gap-1 whitespace-nowrap ${agrees ? 'text-ok' : 'font-strong text-bad'}`}
          >
            {agrees ? <Check className="size-4" aria-hidden /> : <TriangleAlert className="size-4" aria-hidden />}
            {agrees ? 'confere' : 'não confere'}
          </span>
        )}
      </dd>
    </>
  );
}
