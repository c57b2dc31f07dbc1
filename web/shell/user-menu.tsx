import { LogOut } from 'lucide-react';
import { Link } from 'wouter';
import type { User } from '#contract/platform/users.ts';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#web/ui/menu.tsx';
import { helpLinksFor, menuLinksFor } from './menu-links.tsx';
import { UserMenuButton } from './user-menu-button.tsx';

type UserMenuProps = { user: User; startsOpen: boolean; onLogout: () => void };

export default function UserMenu({ user, startsOpen, onLogout }: UserMenuProps) {
  return (
    <Menu trigger={<UserMenuButton user={user} />} startsOpen={startsOpen} inHeader>
      <MenuLabel>
        {user.firstName} {user.lastName}
      </MenuLabel>
      {menuLinksFor(user).mine.map(({ path, label, icon }) => (
        <MenuItem key={path} asChild>
          <Link href={path}>
            {icon} {label}
          </Link>
        </MenuItem>
      ))}
      <MenuSeparator />
      {helpLinksFor(user).map(({ label, icon, ...link }) => (
        <MenuItem key={label} asChild>
          <a {...link}>
            {icon} {label}
          </a>
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onSelect={onLogout}>
        Sair
      </MenuItem>
    </Menu>
  );
}
