import { Check, CircleQuestionMark, Minus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { StatementEntry } from '#contract/money/statements.ts';
import { formatDay } from '#web/lib/calendar-day.ts';
import { formatDateTime, formatMoney } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { PaymentCode } from '../payment-code.tsx';
import { DifferenceDialog } from './difference-dialog.tsx';
import { stateWords, whyOf } from './reason-words.ts';
import { useDecide } from './reconcile.queries.ts';

type Tone = 'ok' | 'sun' | 'plain';
const tones: Record<Tone, string> = {
  ok: 'border-ok bg-ok-tint [&>b]:text-ok',
  sun: 'border-sun-ink bg-sun-tint [&>b]:text-sun-ink',
  plain: 'border-line bg-sunken',
};
const icons: Record<Tone, ReactNode> = { ok: <Check />, sun: <CircleQuestionMark />, plain: <Minus /> };

type SidesProps = { bank: ReactNode; why: ReactNode; ours: ReactNode; title: string; tone: Tone; label: string };

/** The bank's entry, the reason of the match, and the order: side by side, on a phone stacked. */
export function Sides({ bank, why, ours, title, tone, label }: SidesProps) {
  return (
    <li
      aria-label={label}
      className="grid grid-cols-1 overflow-hidden rounded-card border border-line bg-surface md:grid-cols-[1fr_minmax(200px,0.52fr)_1fr]"
    >
      <div className="self-center p-4">{bank}</div>
      <div
        className={cx(
          'grid content-center justify-items-center gap-1 border-y p-3 text-center text-sm md:border-x md:border-y-0',
          tones[tone],
        )}
      >
        <b className="inline-flex items-center gap-1.5 font-strong">
          {icons[tone]} {title}
        </b>
        {why}
      </div>
      {ours === null ? (
        // The reason beside it says the same, which is enough where the sides are stacked.
        <p className="self-center p-4 text-ink-soft text-sm max-md:hidden">Nenhum pedido ligado a esta entrada.</p>
      ) : (
        <div className="self-center p-4">{ours}</div>
      )}
    </li>
  );
}

export function Side({ name, amount, children }: { name: ReactNode; amount: number; children: ReactNode }) {
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <b className="min-w-0 break-words font-strong">{name}</b>
        <span className="whitespace-nowrap font-strong tabular-nums">{formatMoney(amount)}</span>
      </div>
      <div className="break-words text-ink-soft text-sm">{children}</div>
    </>
  );
}

const toneOf = ({ state }: StatementEntry): Tone =>
  state === 'doubtful' ? 'sun' : state === 'unmatched' || state === 'ignored' ? 'plain' : 'ok';

export function EntryRow({ entry, onFind }: { entry: StatementEntry; onFind: (entry: StatementEntry) => void }) {
  const { order } = entry;
  const payer = entry.payer ?? 'Sem nome no extrato';
  return (
    <Sides
      label={`${payer}, ${formatMoney(entry.amount)}`}
      title={stateWords[entry.state]}
      tone={toneOf(entry)}
      bank={
        <Side name={payer} amount={entry.amount}>
          {formatDay(entry.day)}
          {entry.text && ` · “${entry.text}”`}
        </Side>
      }
      why={
        <>
          <span>{whyOf(entry)}</span>
          <Actions entry={entry} onFind={onFind} />
        </>
      }
      ours={
        order ? (
          <Side name={order.name ?? 'Aluno removido'} amount={order.amount}>
            <PaymentCode code={order.paymentCode} />
            <span className="block">
              {order.proofUploadedAt
                ? `comprovante em ${formatDateTime(order.proofUploadedAt)}`
                : `pedido em ${formatDateTime(order.createdAt)}, sem comprovante`}
            </span>
          </Side>
        ) : null
      }
    />
  );
}

function Actions({ entry, onFind }: { entry: StatementEntry; onFind: (entry: StatementEntry) => void }) {
  const decide = useDecide();
  const [isAsking, setAsking] = useState(false);
  const differs = entry.order !== null && entry.order.amount !== entry.amount;
  const press = (decision: 'confirm' | 'refuse' | 'ignore' | 'reopen', label: string, variant: 'line' | 'quiet') => (
    <Button
      size="sm"
      variant={variant}
      busy={decide.isPending && decide.variables?.decision === decision}
      aria-label={`${label}: ${entry.payer ?? 'sem nome'}, ${formatMoney(entry.amount)}`}
      onClick={() => (decision === 'confirm' && differs ? setAsking(true) : decide.mutate({ id: entry.id, decision }))}
    >
      {label}
    </Button>
  );
  const { state, order } = entry;
  if (state === 'ignored') return <div className="mt-1">{press('reopen', 'Trazer de volta', 'line')}</div>;
  if (state === 'confirmed' || state === 'settled') {
    // Its approval was taken back: the money waits for another order.
    const isFree = order?.status === 'analyzing' || order?.status === 'pending' || order?.status === 'rejected';
    return isFree ? <div className="mt-1">{press('reopen', 'Reabrir', 'line')}</div> : null;
  }
  // Money for an order that is paid already: recorded, it becomes a case with the excess to give back.
  const isSecond = state === 'unmatched' && order !== null && entry.reasons.includes('order_paid');
  return (
    <div className="mt-1 flex flex-wrap justify-center gap-1">
      {state === 'doubtful' && press('confirm', 'É este', 'line')}
      {isSecond && press('confirm', 'É deste pedido', 'line')}
      {entry.order && (
        <DifferenceDialog
          open={isAsking}
          paid={entry.amount}
          order={entry.order}
          busy={decide.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            decide.mutate(
              { id: entry.id, decision: 'confirm', acceptsDifference: true },
              { onSettled: () => setAsking(false) },
            )
          }
        />
      )}
      {state !== 'unmatched' && press('refuse', 'Não é', 'quiet')}
      {state === 'unmatched' && (
        <Button size="sm" variant="line" onClick={() => onFind(entry)}>
          Procurar aluno
        </Button>
      )}
      {state === 'unmatched' && press('ignore', 'Ignorar', 'quiet')}
    </div>
  );
}
