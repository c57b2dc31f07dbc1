import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { UserFilters } from '#contract/platform/users.ts';
import { formatDay } from '#web/lib/calendar-day.ts';
import { formatDate, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { NativeInput } from '#web/ui/native-field.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { roleLabels } from './role-labels.ts';
import { UserActions } from './user-actions.tsx';
import { type ListedUser, usersQuery } from './users.queries.ts';

const columns: Column<ListedUser>[] = [
  {
    key: 'name',
    header: 'Nome',
    phone: 'title',
    cell: (user) => (
      <Link href={paths.adminUser(user.id)} className="link tappable font-strong">
        {user.firstName} {user.lastName}
      </Link>
    ),
  },
  {
    key: 'username',
    header: 'Usuário e e-mail',
    cell: (user) => (
      <span className="block min-w-0">
        {user.username}
        <UserEmail user={user} />
      </span>
    ),
  },
  { key: 'role', header: 'Tipo', cell: (user) => <Badge icon={null}>{roleLabels[user.role]}</Badge>, phone: 'aside' },
  {
    key: 'createdAt',
    header: 'Cadastro',
    cell: ({ createdAt, lastSeenOn }) => (
      <span className="block min-w-0">
        {formatDate(createdAt)}
        <span className="block text-ink-soft text-sm">
          {lastSeenOn ? `visto ${formatDay(lastSeenOn)}` : 'nunca entrou'}
        </span>
      </span>
    ),
    nowrap: true,
  },
];

function Tick(props: { label: string; checked: boolean; onChange: (isChosen: boolean) => void }) {
  return (
    <label className="inline-grid size-11 cursor-pointer place-items-center">
      <span className="sr-only">{props.label}</span>
      <NativeInput
        type="checkbox"
        className="tick"
        checked={props.checked}
        onChange={(event) => props.onChange(event.target.checked)}
      />
    </label>
  );
}

/** Unconfirmed: the user has not proved access to the mailbox yet. Nothing is refused for it. */
function UserEmail({ user }: { user: ListedUser }) {
  return (
    <span className="block text-ink-soft text-sm">
      <span className="break-all">{user.email}</span>
      {!user.emailConfirmed && ', não confirmado'}
    </span>
  );
}

type UserTableProps = {
  filters: UserFilters;
  title: string;
  empty: string;
  chosen: ReadonlySet<string>;
  onChoose: (ids: readonly string[], isChosen: boolean) => void;
};

export function UserTable({ filters, title, empty, chosen, onChoose }: UserTableProps) {
  const users = useInfiniteQuery(usersQuery(filters));
  const rows = users.data?.pages.flatMap((page) => page.items) ?? [];
  const total = users.data?.pages[0]?.total;
  const ids = rows.map(({ id }) => id);
  const choice: Column<ListedUser> = {
    key: 'choice',
    header: (
      <Tick
        label="Escolher todos os que estão à vista"
        checked={ids.length > 0 && ids.every((id) => chosen.has(id))}
        onChange={(isChosen) => onChoose(ids, isChosen)}
      />
    ),
    cell: ({ id, firstName, lastName }) => (
      <Tick
        label={`Escolher ${firstName} ${lastName}`}
        checked={chosen.has(id)}
        onChange={(isChosen) => onChoose([id], isChosen)}
      />
    ),
    phone: 'aside',
  };
  return (
    <Card flush title={title} aside={total === undefined ? undefined : plural(total, 'usuário', 'usuários')}>
      {users.isError && !users.data ? (
        <LoadError of={users} title="Não conseguimos carregar a lista" headingLevel={3} />
      ) : (
        <Table
          caption={title}
          columns={[choice, ...columns]}
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
