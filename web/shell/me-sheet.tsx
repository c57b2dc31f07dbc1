import type { User } from '#contract/platform/users.ts';
import { isAdmin } from '#web/lib/session.ts';
import { menuLinksFor } from './menu-links.tsx';
import { MenuSheet, SheetLink } from './menu-sheet.tsx';

type MeSheetProps = { user: User; onClose: () => void; onLogout: () => void };

/** 'Eu': what is about the person; for admins also the places that neither the bar nor the second line of it holds. */
export default function MeSheet({ user, onClose, onLogout }: MeSheetProps) {
  const { office, mine } = menuLinksFor(user);
  return (
    <MenuSheet user={user} onClose={onClose} onLogout={onLogout}>
      {[...(isAdmin(user) ? office : []), ...mine].map(({ path, label, icon }) => (
        <SheetLink key={path} href={path} onClick={onClose}>
          {icon} {label}
        </SheetLink>
      ))}
    </MenuSheet>
  );
}
