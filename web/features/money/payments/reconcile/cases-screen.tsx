import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { ChargeCase } from '#contract/money/charges.ts';
import type { AdminPayment } from '#contract/money/payments.ts';
import { formatDateTime, plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { RefundDialog } from '../refund-dialog.tsx';
import { AcceptDialog } from './accept-dialog.tsx';
import { CaseRow } from './case-row.tsx';
import { casesQuery, comparisonQuery, useCompare } from './cases.queries.ts';

/** Every order on which school and bank disagree, until a person has decided. */
export default function CasesScreen() {
  const list = useInfiniteQuery(casesQuery);
  const comparison = useQuery(comparisonQuery).data;
  const compare = useCompare();
  const [accepting, setAccepting] = useState<ChargeCase | null>(null);
  const [returning, setReturning] = useState<{ payment: AdminPayment; amount: number } | null>(null);
  const cases = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = list.data?.pages[0]?.total ?? 0;
  const comparedAt = comparison?.comparedAt ? formatDateTime(comparison.comparedAt) : null;
  const compared = comparedAt
    ? `Comparado em ${comparedAt}, com 90 dias de banco e extrato.`
    : 'A comparação com banco e extrato roda toda noite, às 3h10.';
  const silent = comparison?.unanswered ?? 0;
  return (
    <Page className="md:pt-5">
      <PageHeader
        title="Escola e banco não batem"
        subtitle={`${list.data ? `${plural(total, 'caso', 'casos')}. ` : ''}${compared}${silent > 0 ? ` O provedor não respondeu por ${plural(silent, 'cobrança', 'cobranças')}.` : ''}`}
        actions={
          <Button variant="line" busy={compare.isPending} busyLabel="Pedindo..." onClick={() => compare.mutate()}>
            <RefreshCw /> Comparar agora
          </Button>
        }
      />
      {list.isPending && <SkeletonGroup className="grid gap-3" blocks={['h-32', 'h-32', 'h-32']} />}
      {list.isError && !list.data && <LoadError of={list} title="Não conseguimos carregar os casos" />}
      {list.data && cases.length === 0 && (
        <Card>
          <EmptyState title="Escola e banco batem" text={compared} />
        </Card>
      )}
      <ul className="grid gap-3">
        {cases.map((one) => (
          <CaseRow
            key={one.id}
            found={one}
            onAccept={() => setAccepting(one)}
            onReturn={(payment, amount) => setReturning({ payment, amount })}
          />
        ))}
      </ul>
      <ShowMore pages={list} place="below" />
      {cases.length > 0 && (
        <p className="mt-6 text-ink-soft text-sm">
          “Aceitar assim” pede um motivo e fica na auditoria. Um caso some sozinho quando os valores batem.
        </p>
      )}
      {accepting && <AcceptDialog found={accepting} onClose={() => setAccepting(null)} />}
      <RefundDialog
        payment={returning?.payment ?? null}
        amount={returning?.amount}
        onClose={() => {
          setReturning(null);
          void list.refetch();
        }}
      />
    </Page>
  );
}
