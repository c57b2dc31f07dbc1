import { useInfiniteQuery } from '@tanstack/react-query';
import { SlidersHorizontal, UserRoundPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { PaymentFilters } from '#contract/money/payments.ts';
import type { PaymentList } from '#contract/money/payments-office.ts';
import { SampleNotice } from '#web/features/platform/system/sample-notice.tsx';
import { plural } from '#web/lib/format.ts';
import { useAddressChoice, useAddressText } from '#web/lib/use-address.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { DecisionList } from './decision-list.tsx';
import { FilterBar } from './payment-filters.tsx';
import { openPaymentsQuery, refundsQuery } from './queue.queries.ts';
import { Queue } from './queue.tsx';
import { CasesNotice } from './reconcile/cases-notice.tsx';
import { RefundList } from './refund-list.tsx';
import { UpdatedNote } from './updated-note.tsx';
import { usePaymentFilters } from './use-payment-filters.ts';

const EnrollDialog = lazyChunk<{ onClose: () => void }>(() => import('./enroll-dialog.tsx'), 'over');

const tabs = [
  { value: 'open', label: 'Aguardando Análise' },
  { value: 'approved', label: 'Aprovados' },
  { value: 'rejected', label: 'Recusados' },
  { value: 'refunds', label: 'Reembolsos' },
] as const;

type Tab = (typeof tabs)[number]['value'];

/** The content of the exported file of a tab. */
const listOf: Record<Tab, PaymentList> = {
  open: 'open',
  approved: 'approved',
  rejected: 'rejected',
  refunds: 'refunds_due',
};

export default function AdminPaymentsScreen() {
  const [tab, setTab] = useAddressChoice<Tab>('aba', ['open', 'approved', 'rejected', 'refunds']);
  const { text: search, setText: setSearch, rested } = useAddressText();
  const [narrowed, setNarrowed] = usePaymentFilters();
  const [enrolling, setEnrolling] = useState(false);
  const [showFilters, setShowFilters] = useState(Object.keys(narrowed).length > 0);
  const asked: PaymentFilters = rested ? { ...narrowed, search: rested } : narrowed;
  return (
    <Page className="md:pt-5">
      <PageHeader
        title="Gerenciar Pagamentos"
        subtitle="Analise e aprove os pagamentos dos novos alunos"
        actions={
          <>
            <PendingBadge />
            <Button variant="line" onClick={() => setEnrolling(true)}>
              <UserRoundPlus /> Nova matrícula
            </Button>
          </>
        }
      />
      <CasesNotice className="mb-4" />
      <Tabs
        label="Situação dos pagamentos"
        value={tab}
        onValueChange={setTab}
        tabs={tabs.map(({ value, label }) => ({ value, label: value === 'refunds' ? <RefundsLabel /> : label }))}
        aside={
          <div className="flex gap-2">
            <SearchInput
              label="Buscar pagamentos"
              placeholder="Buscar por código, nome ou email..."
              value={search}
              onValueChange={setSearch}
              className="grow lg:w-95"
            />
            <Button
              variant="line"
              size="icon"
              aria-label="Filtros e CSV"
              aria-expanded={showFilters}
              onClick={() => setShowFilters(!showFilters)}
            >
              <SlidersHorizontal />
            </Button>
          </div>
        }
      >
        {showFilters && (
          <FilterBar filters={asked} list={listOf[tab]} onChange={({ search: _, ...rest }) => setNarrowed(rest)} />
        )}
        <TabPanel value="open">
          <Queue filters={asked} />
          <UpdatedNote filters={asked} />
        </TabPanel>
        <TabPanel value="approved">
          <DecisionList decision="approved" filters={asked} />
        </TabPanel>
        <TabPanel value="rejected">
          <DecisionList decision="rejected" filters={asked} />
        </TabPanel>
        <TabPanel value="refunds">
          <RefundList filters={asked} />
        </TabPanel>
      </Tabs>
      <SampleNotice className="mt-6" />
      {enrolling && (
        <Suspense>
          <EnrollDialog onClose={() => setEnrolling(false)} />
        </Suspense>
      )}
    </Page>
  );
}

/** Everything that waits, before any search. */
function PendingBadge() {
  const total = useInfiniteQuery(openPaymentsQuery()).data?.pages[0]?.total;
  const withProof = useInfiniteQuery(openPaymentsQuery({ proof: 'with' })).data?.pages[0]?.total;
  if (total === undefined) return null;
  return (
    <>
      {withProof !== undefined && total > 0 && (
        <span className="text-ink-soft text-sm">{withProof} com comprovante</span>
      )}
      <Badge tone={total > 0 ? 'sun' : 'plain'}>{plural(total, 'pendente', 'pendentes')}</Badge>
    </>
  );
}

/** With how many are due, so that none is forgotten. */
function RefundsLabel() {
  const due = useInfiniteQuery(refundsQuery('due')).data?.pages[0]?.total ?? 0;
  return (
    <>
      Reembolsos{' '}
      {due > 0 && (
        <Badge tone="sun" icon={null}>
          {due}
        </Badge>
      )}
    </>
  );
}
