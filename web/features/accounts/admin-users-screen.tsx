import { useInfiniteQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import type { UserFilters, UserStatus } from '../../../contract/accounts.ts';
import { plural } from '../../lib/format.ts';
import { useAddressText } from '../../lib/use-address.ts';
import { Button } from '../../ui/button.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { SampleNotice } from '../../ui/sample-notice.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { usersQuery } from './accounts.queries.ts';
import { useUserFilters } from './use-user-filters.ts';
import { UserFilterBar } from './user-filters.tsx';
import { UserTable } from './user-table.tsx';

const tables: { status: UserStatus; title: string; empty: string }[] = [
  { status: 'pending', title: 'Pendentes', empty: 'Nenhum usuário aguardando aprovação.' },
  { status: 'active', title: 'Ativos', empty: 'Nenhum usuário ativo.' },
  { status: 'blocked', title: 'Bloqueados', empty: 'Nenhum usuário bloqueado.' },
];

export default function AdminUsersScreen() {
  const { text: search, setText: setSearch, rested } = useAddressText();
  const [chosen, choose] = useUserFilters();
  const isNarrowed = Object.keys(chosen).length > 0;
  const [showFilters, setShowFilters] = useState(isNarrowed);
  const asked: UserFilters = rested ? { ...chosen, search: rested } : chosen;
  const shown = tables.filter(({ status }) => !chosen.status || chosen.status === status);
  return (
    <Page>
      <PageHeader title="Gerenciar Usuários" subtitle={<Total filters={asked} />} />
      <SampleNotice className="mb-6" />
      <div className="mb-6 flex gap-2">
        <SearchInput
          label="Buscar usuários"
          placeholder="Buscar por nome, usuário ou e-mail..."
          value={search}
          onValueChange={setSearch}
          className="grow md:max-w-sm"
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
      {showFilters && <UserFilterBar filters={chosen} onChange={choose} />}
      <div className="grid gap-8">
        {shown.map(({ status, title, empty }) => (
          <UserTable
            key={status}
            filters={{ ...asked, status }}
            title={title}
            empty={rested ? 'Ninguém encontrado com esse termo.' : isNarrowed ? 'Ninguém com esses filtros.' : empty}
          />
        ))}
      </div>
    </Page>
  );
}

/** The sum of the three tables' counts, which come from the server. */
function Total({ filters }: { filters: UserFilters }) {
  const pending = useInfiniteQuery(usersQuery({ ...filters, status: 'pending' })).data;
  const active = useInfiniteQuery(usersQuery({ ...filters, status: 'active' })).data;
  const blocked = useInfiniteQuery(usersQuery({ ...filters, status: 'blocked' })).data;
  if (!pending || !active || !blocked) return 'Carregando…';
  const counts = { pending, active, blocked };
  const total = tables
    .filter(({ status }) => !filters.status || filters.status === status)
    .reduce((sum, { status }) => sum + (counts[status].pages[0]?.total ?? 0), 0);
  return Object.keys(filters).length > 0
    ? plural(total, 'usuário encontrado', 'usuários encontrados')
    : `Total: ${plural(total, 'usuário', 'usuários')}`;
}
