import { useInfiniteQuery } from '@tanstack/react-query';
import { plural } from '../../lib/format.ts';
import { useAddressChoice, useAddressText } from '../../lib/use-address.ts';
import { Badge } from '../../ui/badge.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { SampleNotice } from '../../ui/sample-notice.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { DecisionList } from './decision-list.tsx';
import { openPaymentsQuery, refundsQuery } from './queue.queries.ts';
import { Queue } from './queue.tsx';
import { RefundList } from './refund-list.tsx';
import { UpdatedNote } from './updated-note.tsx';

const tabs = [
  { value: 'open', label: 'Aguardando Análise' },
  { value: 'approved', label: 'Aprovados' },
  { value: 'rejected', label: 'Recusados' },
  { value: 'refunds', label: 'Reembolsos' },
] as const;

type Tab = (typeof tabs)[number]['value'];

export default function AdminPaymentsScreen() {
  const [tab, setTab] = useAddressChoice<Tab>('aba', ['open', 'approved', 'rejected', 'refunds']);
  const { text: search, setText: setSearch, rested } = useAddressText();
  return (
    <Page className="md:pt-5">
      <PageHeader
        title="Gerenciar Pagamentos"
        subtitle="Analise e aprove os pagamentos dos novos alunos"
        actions={<PendingBadge />}
      />
      <Tabs
        label="Situação dos pagamentos"
        value={tab}
        onValueChange={setTab}
        tabs={tabs.map(({ value, label }) => ({ value, label: value === 'refunds' ? <RefundsLabel /> : label }))}
        aside={
          <SearchInput
            label="Buscar pagamentos"
            placeholder="Buscar por código, nome ou email..."
            value={search}
            onValueChange={setSearch}
            className="lg:w-95"
          />
        }
      >
        <TabPanel value="open">
          <Queue search={rested} />
          <UpdatedNote search={rested} />
        </TabPanel>
        <TabPanel value="approved">
          <DecisionList decision="approved" search={rested} />
        </TabPanel>
        <TabPanel value="rejected">
          <DecisionList decision="rejected" search={rested} />
        </TabPanel>
        <TabPanel value="refunds">
          <RefundList search={rested} />
        </TabPanel>
      </Tabs>
      <SampleNotice className="mt-6" />
    </Page>
  );
}

/** Everything that waits, before any search. */
function PendingBadge() {
  const total = useInfiniteQuery(openPaymentsQuery('')).data?.pages[0]?.total;
  if (total === undefined) return null;
  return <Badge tone={total > 0 ? 'sun' : 'plain'}>{plural(total, 'pendente', 'pendentes')}</Badge>;
}

/** With how many are due, so that none is forgotten. */
function RefundsLabel() {
  const due = useInfiniteQuery(refundsQuery('due', '')).data?.pages[0]?.total ?? 0;
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
