import { useInfiniteQuery } from '@tanstack/react-query';
import type { UserFilters } from '../../../contract/accounts.ts';
import { textOf } from '../../lib/api.ts';
import { formatDate, plural } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { type ListedUser, usersQuery } from './accounts.queries.ts';
import { roleLabels } from './role-labels.ts';
import { UserActions } from './user-actions.tsx';

const columns: Column<ListedUser>[] = [
  {
    key: 'name',
    header: 'Nome',
    cell: (user) => (
      <span className="font-strong">
        {user.firstName} {user.lastName}
      </span>
    ),
  },
  { key: 'username', header: 'Usuário', cell: (user) => user.username },
  { key: 'email', header: 'E-mail', cell: (user) => <UserEmail user={user} /> },
  { key: 'role', header: 'Tipo', cell: (user) => <Badge icon={null}>{roleLabels[user.role]}</Badge>, phone: 'aside' },
  { key: 'createdAt', header: 'Cadastro', cell: (user) => formatDate(user.createdAt), nowrap: true },
];

/** Unconfirmed: nobody has shown yet that they read there; nothing is refused for it. */
function UserEmail({ user }: { user: ListedUser }) {
  return (
    <>
      <span className="break-all">{user.email}</span>
      {!user.emailConfirmed && <span className="block text-ink-soft text-sm">não confirmado</span>}
    </>
  );
}

type UserTableProps = { filters: UserFilters; title: string; empty: string };

export function UserTable({ filters, title, empty }: UserTableProps) {
  const users = useInfiniteQuery(usersQuery(filters));
  const rows = users.data?.pages.flatMap((page) => page.items) ?? [];
  const total = users.data?.pages[0]?.total;
  return (
    <Card flush title={title} aside={total === undefined ? undefined : plural(total, 'usuário', 'usuários')}>
      {users.isError ? (
        <ErrorState
          title="Não conseguimos carregar a lista"
          text={textOf(users.error)}
          onRetry={() => users.refetch()}
          retrying={users.isFetching}
          headingLevel={3}
        />
      ) : (
        <Table
          caption={title}
          columns={columns}
          rows={rows}
          rowKey={(user) => user.id}
          rowActions={(user) => <UserActions user={user} />}
          loading={users.isPending}
          empty={<p className="px-4 pb-5 text-ink-soft md:px-5">{empty}</p>}
        />
      )}
      <ShowMore pages={users} place="card" />
    </Card>
  );
}
