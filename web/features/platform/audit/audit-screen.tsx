import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import * as z from 'zod/mini';
import { type AuditEvent, type AuditFilters, auditFilters, exportAuditEvents } from '#contract/platform/audit.ts';
import { ProvenDownload } from '#web/features/platform/users/proven-download.tsx';
import { addressOf } from '#web/lib/api.ts';
import { formatDateTime, plural } from '#web/lib/format.ts';
import { useAddressChoices, useAddressText } from '#web/lib/use-address.ts';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Select } from '#web/ui/select.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { TechnicalName } from '#web/ui/technical-name.tsx';
import { auditQuery } from './audit.queries.ts';
import { detailsText } from './audit-detail-words.ts';
import { subjectText } from './audit-subject-words.ts';
import { actionKinds, actionText } from './audit-words.ts';

const columns: Column<AuditEvent>[] = [
  { key: 'action', header: 'O quê', cell: ActionCell },
  { key: 'subject', header: 'Em quê', cell: subjectText },
  { key: 'actor', header: 'Quem', cell: ({ actor }) => actor?.name ?? 'Sem conta' },
  {
    key: 'details',
    header: 'Detalhes',
    cell: (event) => <span className="break-words text-ink-soft text-sm">{detailsText(event)}</span>,
  },
  { key: 'at', header: 'Quando', cell: ({ at }) => formatDateTime(at), nowrap: true },
];

function ActionCell({ action, subject }: AuditEvent) {
  return <TechnicalName name={`${action} ${subject}`}>{actionText(action)}</TechnicalName>;
}

const names = { action: 'tipo', from: 'de', to: 'ate' };

/** Ignores unknown values in the address. */
const known = (typed: Record<keyof typeof names, string>): AuditFilters =>
  Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => value && z.safeParse(auditFilters, { [name]: value }).success),
  );

export default function AuditScreen() {
  const { text: search, setText: setSearch, rested } = useAddressText();
  const [typed, choose] = useAddressChoices(names);
  const filters: AuditFilters = { ...known(typed), ...(rested ? { search: rested } : {}) };
  const events = useInfiniteQuery(auditQuery(filters));
  const rows = events.data?.pages.flatMap((page) => page.items) ?? [];
  const total = events.data?.pages[0]?.total;
  return (
    <Page>
      <PageHeader
        title="Auditoria"
        subtitle="Quem fez o quê, em quê e quando. Nada aqui pode ser mudado ou apagado."
        actions={
          <ProvenDownload href={addressOf(exportAuditEvents, { query: filters })}>
            <Download /> Baixar CSV
          </ProvenDownload>
        }
      />
      <div className="mb-6 grid items-end gap-3 min-[390px]:grid-cols-2 md:grid-cols-[minmax(0,2fr)_1fr_1fr_1fr] [&>*]:min-w-0">
        <SearchInput
          label="Buscar por quem fez"
          placeholder="Nome, usuário ou e-mail de quem fez..."
          value={search}
          onValueChange={setSearch}
          className="max-md:col-span-full"
        />
        <Field label="Tipo">
          <Select value={typed.action} onChange={({ target }) => choose({ action: target.value })}>
            <option value="">Todos</option>
            {actionKinds.map(([kind, words]) => (
              <option key={kind} value={kind}>
                {words}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="De">
          <Input type="date" value={typed.from} onChange={({ target }) => choose({ from: target.value })} />
        </Field>
        <Field label="Até">
          <Input type="date" value={typed.to} onChange={({ target }) => choose({ to: target.value })} />
        </Field>
      </div>
      <Card flush title="Registros" aside={total === undefined ? undefined : plural(total, 'registro', 'registros')}>
        {events.isError && !events.data ? (
          <LoadError of={events} title="Não conseguimos carregar os registros" />
        ) : (
          <Table
            caption="Registros"
            columns={columns}
            rows={rows}
            rowKey={({ id }) => String(id)}
            loading={events.isPending}
            empty={
              <p className="px-4 pb-5 text-ink-soft md:px-5">
                {Object.keys(filters).length > 0 ? 'Nenhum registro com esses filtros.' : 'Nada foi registrado ainda.'}
              </p>
            }
          />
        )}
        <ShowMore pages={events} place="card" />
      </Card>
    </Page>
  );
}
