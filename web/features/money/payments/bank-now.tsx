import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { checkBank } from '#contract/money/charges.ts';
import type { AdminPayment } from '#contract/money/payments.ts';
import { formatMoney } from '#web/lib/format.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';

const bankNowQuery = (paymentCode: string) =>
  readQuery(checkBank, keys.charge.bank(paymentCode), { body: { paymentCode }, staleTime: 0, gcTime: 0 });

type Known = Pick<AdminPayment, 'paymentCode'> & { status: string; received?: { byBank: number } };

/** The current state of an order at the bank, shown before the office moves its money. */
export function BankNow({ payment }: { payment: Known }) {
  const asked = useQuery(bankNowQuery(payment.paymentCode));
  const now = asked.data?.payment;
  const hasChanged = now !== undefined && now.status !== payment.status;
  useEffect(() => {
    if (hasChanged) void invalidate(schoolKeys.payments.all, schoolKeys.users.all, keys.charge.cases);
  }, [hasChanged]);
  const byBank = (now ?? payment).received?.byBank;
  const isSilent = asked.isError || asked.data?.isAnswered === false;
  return (
    <p role="status" className="text-ink-soft text-sm tabular-nums">
      {asked.isPending ? 'Perguntando ao banco...' : 'No banco, agora: '}
      {!asked.isPending && <b className="text-ink">{amountText(byBank)}</b>}
      {isSilent && `. O provedor não respondeu${byBank === undefined ? '' : ': é o último valor conhecido'}`}
      {hasChanged && '. O pedido mudou agora: feche e confira a lista'}
      {!asked.isPending && '.'}
    </p>
  );
}

function amountText(byBank: number | undefined): string {
  if (byBank === undefined) return 'não sabemos';
  return byBank > 0 ? formatMoney(byBank) : 'nenhum valor deste pedido';
}
