import { LogOut, Settings, UserRound } from 'lucide-react';
import { Link } from 'wouter';
import type { User } from '../../contract/accounts.ts';
import { paths } from '../lib/paths.ts';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../ui/menu.tsx';
import { UserMenuButton } from './user-menu-button.tsx';

type UserMenuProps = { user: User; onLogout: () => void };

export default function UserMenu({ user, onLogout }: UserMenuProps) {
  return (
    <Menu trigger={<UserMenuButton user={user} />}>
      <MenuLabel>
        {user.firstName} {user.lastName}
      </MenuLabel>
      <MenuItem asChild>
        <Link href={paths.profile}>
          <UserRound /> Perfil
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link href={paths.settings}>
          <Settings /> Configurações
        </Link>
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onSelect={onLogout}>
        Sair
      </MenuItem>
    </Menu>
  );
}
