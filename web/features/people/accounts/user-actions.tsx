import { Ellipsis, GraduationCap, Headset, Shield, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Role, UserStatus } from '#contract/platform/users.ts';
import { isAdmin, useUser } from '#web/lib/session.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { type ListedUser, useSetRole, useSetStatus } from './users.queries.ts';

const statusActions: Record<UserStatus, { to: UserStatus; label: string; busy: string }> = {
  pending: { to: 'active', label: 'Aprovar', busy: 'Aprovando...' },
  active: { to: 'blocked', label: 'Bloquear', busy: 'Bloqueando...' },
  blocked: { to: 'active', label: 'Desbloquear', busy: 'Desbloqueando...' },
};

/** Accounts that a secretary may decide on: those of the office are left to administrators. */
const isOfThePublic = ({ role }: ListedUser) => role === 'student' || role === 'teacher';

export function UserActions({ user }: { user: ListedUser }) {
  const [deleting, setDeleting] = useState(false);
  const self = useUser();
  const setStatus = useSetStatus();
  if (user.id === self.id) return <span className="text-ink-soft text-sm">Você</span>;
  if (!isAdmin(self) && !isOfThePublic(user)) return null;

  const action = statusActions[user.status];
  const deleteLabel = user.status === 'pending' ? 'Rejeitar' : 'Excluir';

  return (
    <>
      <Button
        variant="line"
        size="sm"
        busy={setStatus.isPending}
        busyLabel={action.busy}
        onClick={() => setStatus.mutate({ id: user.id, status: action.to })}
      >
        {action.label}
      </Button>
      {isAdmin(self) && (
        <>
          <Button variant="bad" size="sm" onClick={() => setDeleting(true)}>
            <Trash2 /> {deleteLabel}
          </Button>
          {user.role !== 'student' && user.status === 'active' && <RoleMenu user={user} />}
          <DeleteUserDialog user={user} label={deleteLabel} open={deleting} onOpenChange={setDeleting} />
        </>
      )}
    </>
  );
}

type NewRole = Exclude<Role, 'student'>;

const choices: { role: NewRole; label: string; icon: ReactNode }[] = [
  { role: 'teacher', label: 'Tornar professor', icon: <GraduationCap /> },
  { role: 'secretary', label: 'Tornar secretaria', icon: <Headset /> },
  { role: 'admin', label: 'Tornar administrador', icon: <Shield /> },
];

function RoleMenu({ user }: { user: ListedUser }) {
  const setRole = useSetRole();
  const [asking, setAsking] = useState(false);
  const name = `${user.firstName} ${user.lastName}`;
  const change = (role: NewRole) => setRole.mutate({ id: user.id, role });
  return (
    <>
      <Menu
        trigger={
          <Button variant="quiet" size="icon" aria-label={`Mais ações para ${name}`} busy={setRole.isPending}>
            <Ellipsis />
          </Button>
        }
      >
        {choices
          .filter(({ role }) => role !== user.role)
          .map(({ role, label, icon }) => (
            <MenuItem key={role} icon={icon} onSelect={() => (role === 'admin' ? setAsking(true) : change(role))}>
              {label}
            </MenuItem>
          ))}
      </Menu>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Tornar ${name} administrador?`}
        text="Quem administra vê tudo, muda as configurações, dá papéis e exclui contas."
        confirmLabel="Tornar administrador"
        onConfirm={() => {
          setAsking(false);
          change('admin');
        }}
      />
    </>
  );
}
