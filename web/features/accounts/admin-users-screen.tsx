import { useInfiniteQuery } from '@tanstack/react-query';
import type { UserStatus } from '../../../contract/accounts.ts';
import { plural } from '../../lib/format.ts';
import { useAddressText } from '../../lib/use-address.ts';
import { Page, PageHeader } from '../../ui/page.tsx';
import { SampleNotice } from '../../ui/sample-notice.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { usersQuery } from './accounts.queries.ts';
import { UserTable } from './user-table.tsx';

const tables: { status: UserStatus; title: string; empty: string }[] = [
  { status: 'pending', title: 'Pendentes', empty: 'Nenhum usuário aguardando aprovação.' },
  { status: 'active', title: 'Ativos', empty: 'Nenhum usuário ativo.' },
  { status: 'blocked', title: 'Bloqueados', empty: 'Nenhum usuário bloqueado.' },
];

export default function AdminUsersScreen() {
  const { text: search, setText: setSearch, rested } = useAddressText();
  return (
    <Page>
      <PageHeader title="Gerenciar Usuários" subtitle={<Total search={rested} />} />
      <SampleNotice className="mb-6" />
      <SearchInput
        label="Buscar usuários"
        placeholder="Buscar por nome, usuário ou e-mail..."
        value={search}
        onValueChange={setSearch}
        className="mb-6 md:max-w-sm"
      />
      <div className="grid gap-8">
        {tables.map(({ status, title, empty }) => (
          <UserTable
            key={status}
            status={status}
            title={title}
            search={rested}
            empty={rested ? 'Ninguém encontrado com esse termo.' : empty}
          />
        ))}
      </div>
    </Page>
  );
}

/** The sum of the three tables' counts, which come from the server. */
function Total({ search }: { search: string }) {
  const pending = useInfiniteQuery(usersQuery('pending', search)).data;
  const active = useInfiniteQuery(usersQuery('active', search)).data;
  const blocked = useInfiniteQuery(usersQuery('blocked', search)).data;
  if (!pending || !active || !blocked) return 'Carregando…';
  const total = [pending, active, blocked].reduce((sum, { pages }) => sum + (pages[0]?.total ?? 0), 0);
  return search
    ? plural(total, 'usuário encontrado', 'usuários encontrados')
    : `Total: ${plural(total, 'usuário', 'usuários')}`;
}
