import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, FileUp, PenLine, Plus, SlidersHorizontal } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { looksLikeCpf } from '#contract/cpf.ts';
import { exportUsers } from '#contract/people/people.ts';
import type { UserFilters, UserStatus } from '#contract/platform/users.ts';
import { SampleNotice } from '#web/features/platform/system/sample-notice.tsx';
import { ProvenDownload } from '#web/features/platform/users/proven-download.tsx';
import { addressOf } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { isAdmin, useUser } from '#web/lib/session.ts';
import { useAddressText } from '#web/lib/use-address.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import type { MessageTo } from './message-to.ts';
import { BulkBar } from './people/bulk-bar.tsx';
import { CpfSearch } from './people/cpf-search.tsx';
import { useUserFilters } from './use-user-filters.ts';
import { UserFilterBar } from './user-filters.tsx';
import { UserTable } from './user-table.tsx';
import { usersQuery } from './users.queries.ts';

const InviteTeacherDialog = lazyChunk(() => import('./people/invite-teacher-dialog.tsx'), 'over');

const tables: { status: UserStatus; title: string; empty: string }[] = [
  { status: 'pending', title: 'Pendentes', empty: 'Nenhum usuário aguardando aprovação.' },
  { status: 'active', title: 'Ativos', empty: 'Nenhum usuário ativo.' },
  { status: 'blocked', title: 'Bloqueados', empty: 'Nenhum usuário bloqueado.' },
];

const nobody: ReadonlySet<string> = new Set();

export default function AdminUsersScreen() {
  const self = useUser();
  const [, navigate] = useLocation();
  const { text: search, setText: setSearch, rested } = useAddressText();
  // A CPF, or the beginning of one, gets into no address.
  const [cpf, setCpf] = useState('');
  const type = (typed: string) => {
    const isCpf = looksLikeCpf(typed);
    setCpf(isCpf ? typed : '');
    setSearch(isCpf ? '' : typed);
  };
  const [{ status, ...narrowed }, choose] = useUserFilters();
  const isNarrowed = Object.keys(narrowed).length > 0;
  const [showFilters, setShowFilters] = useState(isNarrowed);
  const [dialog, setDialog] = useState<{ open: boolean } | null>(null);
  const [chosen, setChosen] = useState(nobody);
  const asked: UserFilters = rested ? { ...narrowed, search: rested } : narrowed;
  const counts = useCounts(asked);
  // Pending users are shown first, as long as there are any.
  const shown = status ?? (counts?.pending === 0 ? 'active' : 'pending');
  const table = tables.find((one) => one.status === shown) ?? tables[0];
  const total = counts && counts.pending + counts.active + counts.blocked;
  const onChoose = (ids: readonly string[], isChosen: boolean) =>
    setChosen((before) => {
      const next = new Set(before);
      for (const id of ids) isChosen ? next.add(id) : next.delete(id);
      return next;
    });
  return (
    <Page>
      <PageHeader
        title="Gerenciar Usuários"
        subtitle={
          total === undefined
            ? 'Carregando…'
            : Object.keys(asked).length > 0
              ? plural(total, 'usuário encontrado', 'usuários encontrados')
              : `Total: ${plural(total, 'usuário', 'usuários')}`
        }
        actions={
          <>
            <ProvenDownload href={addressOf(exportUsers, { query: { ...asked, ...(status ? { status } : {}) } })}>
              <Download /> Baixar CSV
            </ProvenDownload>
            <ButtonLink href={paths.adminImport} variant="line">
              <FileUp /> Trazer pessoas
            </ButtonLink>
            {isAdmin(self) && (
              <Button onClick={() => setDialog({ open: true })}>
                <Plus /> Convidar professor
              </Button>
            )}
          </>
        }
      />
      <SampleNotice className="mb-6" />
      <div className="mb-6 flex gap-2">
        <SearchInput
          label="Buscar usuários"
          placeholder="Buscar por nome, usuário, e-mail ou CPF..."
          value={cpf || search}
          onValueChange={type}
          className="grow md:max-w-md"
        />
        <Button
          variant="line"
          size="icon"
          aria-label="Filtros"
          aria-expanded={showFilters}
          onClick={() => setShowFilters(!showFilters)}
        >
          <SlidersHorizontal />
        </Button>
      </div>
      {cpf && <CpfSearch text={cpf} />}
      {showFilters && <UserFilterBar filters={narrowed} onChange={choose} />}
      <Tabs
        label="Situação"
        value={shown}
        onValueChange={(next) => {
          setChosen(nobody);
          choose({ status: next });
        }}
        tabs={tables.map((one) => ({
          value: one.status,
          label: (
            <>
              {one.title}
              {counts && (
                <span className="ml-1.5 text-xs tabular-nums">{counts[one.status].toLocaleString('pt-BR')}</span>
              )}
            </>
          ),
        }))}
      >
        <TabPanel value={shown}>
          {shown === 'active' && chosen.size === 0 && counts !== undefined && counts.active > 0 && (
            <Button
              variant="quiet"
              size="sm"
              className="mb-3"
              onClick={() => {
                const messageTo: MessageTo = { filters: asked };
                navigate(paths.adminAnnouncements, { state: { messageTo } });
              }}
            >
              <PenLine /> Escrever a todos da lista
            </Button>
          )}
          {chosen.size > 0 && <BulkBar ids={[...chosen]} status={shown} onDone={() => setChosen(nobody)} />}
          {table && (
            <UserTable
              key={shown}
              filters={{ ...asked, status: shown }}
              title={table.title}
              empty={
                rested ? 'Ninguém encontrado com esse termo.' : isNarrowed ? 'Ninguém com esses filtros.' : table.empty
              }
              chosen={chosen}
              onChoose={onChoose}
            />
          )}
        </TabPanel>
      </Tabs>
      {dialog && (
        <Suspense>
          <InviteTeacherDialog open={dialog.open} onOpenChange={(open) => setDialog({ open })} />
        </Suspense>
      )}
    </Page>
  );
}

/** The counts of the three tables, from the server. */
function useCounts(filters: UserFilters): Record<UserStatus, number> | undefined {
  const pending = useInfiniteQuery(usersQuery({ ...filters, status: 'pending' })).data?.pages[0]?.total;
  const active = useInfiniteQuery(usersQuery({ ...filters, status: 'active' })).data?.pages[0]?.total;
  const blocked = useInfiniteQuery(usersQuery({ ...filters, status: 'blocked' })).data?.pages[0]?.total;
  if (pending == null || active == null || blocked == null) return undefined;
  return { pending, active, blocked };
}
