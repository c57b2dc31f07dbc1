import { LogOut, SunMoon } from 'lucide-react';
import { Link } from 'wouter';
import type { User } from '#contract/platform/users.ts';
import { paths } from '#web/lib/paths.ts';
import { Menu, MenuItem, MenuLabel, MenuRadioGroup, MenuSeparator } from '#web/ui/menu.tsx';
import { destinationsFor, myPagesFor } from './destinations.ts';
import { themes, useTheme } from './theme-choice.tsx';
import { UserMenuButton } from './user-menu-button.tsx';

type UserMenuProps = { user: User; startsOpen: boolean; onLogout: () => void };

/**
 * The pages of 'Eu'. The specification's menu has profile and settings: 'Minha conta' is the profile, and the settings
 * are below it.
 */
export const menuPagesFor = (user: User) =>
  myPagesFor(user).flatMap((page) =>
    page.path === paths.profile
      ? [page, ...destinationsFor(user).filter(({ path }) => path === paths.settings)]
      : [page],
  );

export default function UserMenu({ user, startsOpen, onLogout }: UserMenuProps) {
  const { saved, choose } = useTheme();
  return (
    <Menu trigger={<UserMenuButton user={user} />} startsOpen={startsOpen} inHeader>
      <MenuLabel>
        <span className="block font-strong text-base text-ink">
          {user.firstName} {user.lastName}
        </span>
        <span className="wrap-anywhere">{user.email}</span>
      </MenuLabel>
      <MenuSeparator />
      {menuPagesFor(user).map(({ path, label, icon }) => (
        <MenuItem key={path} asChild>
          <Link href={path}>
            {icon} {label}
          </Link>
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuRadioGroup label="Tema" icon={<SunMoon />} options={themes} value={saved} onValueChange={choose} />
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onSelect={onLogout}>
        Sair
      </MenuItem>
    </Menu>
  );
}
