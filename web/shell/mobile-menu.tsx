import type { User } from '#contract/platform/users.ts';
import { menuLinksFor } from './menu-links.tsx';
import { MenuSheet, SheetLink } from './menu-sheet.tsx';
import { navigationFor } from './navigation.ts';

type MobileMenuProps = { user: User; onClose: () => void; onLogout: () => void };

/** The header's entries and everything else, where the header has no room for them. */
export default function MobileMenu({ user, onClose, onLogout }: MobileMenuProps) {
  const { office, mine } = menuLinksFor(user);
  return (
    <MenuSheet user={user} onClose={onClose} onLogout={onLogout}>
      <nav aria-label="Principal">
        {navigationFor(user).map(({ path, label, isActive }) => (
          <SheetLink key={path} href={path} isActive={isActive} onClick={onClose}>
            {label}
          </SheetLink>
        ))}
      </nav>
      {[...office, ...mine].map(({ path, label, icon }) => (
        <SheetLink key={path} href={path} onClick={onClose}>
          {icon} {label}
        </SheetLink>
      ))}
    </MenuSheet>
  );
}
