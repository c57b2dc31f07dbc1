import { Ellipsis, Shield, ShieldOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { UserStatus } from '../../../contract/accounts.ts';
import { useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { type ListedUser, useSetRole, useSetStatus } from './accounts.queries.ts';
import { DeleteUserDialog } from './delete-user-dialog.tsx';

const statusActions: Record<UserStatus, { to: UserStatus; label: string; busy: string }> = {
  pending: { to: 'active', label: 'Aprovar', busy: 'Aprovando...' },
  active: { to: 'blocked', label: 'Bloquear', busy: 'Bloqueando...' },
  blocked: { to: 'active', label: 'Desbloquear', busy: 'Desbloqueando...' },
};

export function UserActions({ user }: { user: ListedUser }) {
  const [deleting, setDeleting] = useState(false);
  const self = useUser();
  const setStatus = useSetStatus();
  const setRole = useSetRole();
  if (user.id === self.id) return <span className="text-ink-soft text-sm">Você</span>;

  const action = statusActions[user.status];
  const changeRole = (role: 'teacher' | 'admin') => setRole.mutate({ id: user.id, role });
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
      <Button variant="bad" size="sm" onClick={() => setDeleting(true)}>
        <Trash2 /> {deleteLabel}
      </Button>
      {user.role !== 'student' && user.status === 'active' && (
        <Menu
          trigger={
            <Button
              variant="quiet"
              size="icon"
              aria-label={`Mais ações para ${user.firstName} ${user.lastName}`}
              busy={setRole.isPending}
            >
              <Ellipsis />
            </Button>
          }
        >
          {user.role === 'teacher' ? (
            <MenuItem icon={<Shield />} onSelect={() => changeRole('admin')}>
              Tornar administrador
            </MenuItem>
          ) : (
            <MenuItem icon={<ShieldOff />} onSelect={() => changeRole('teacher')}>
              Tornar professor
            </MenuItem>
          )}
        </Menu>
      )}
      <DeleteUserDialog user={user} label={deleteLabel} open={deleting} onOpenChange={setDeleting} />
    </>
  );
}
