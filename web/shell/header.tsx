import { Menu as MenuIcon } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { User } from '#contract/platform/users.ts';
import { Bell } from '#web/features/platform/notifications/bell.tsx';
import { SearchButton } from '#web/features/platform/palette/search-button.tsx';
import { usePaletteKeys } from '#web/features/platform/palette/use-palette-keys.ts';
import { paths } from '#web/lib/paths.ts';
import { school } from '#web/lib/school.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { navigationFor, navLink } from './navigation.ts';
import { UserMenuButton } from './user-menu-button.tsx';

const loadPalette = () => import('./palette.tsx');
const loadUserMenu = () => import('./user-menu.tsx');

// What floats is not needed for the first picture of a screen: it comes in chunks of its own.
const UserPalette = lazyChunk(loadPalette, 'over');
const UserMenu = lazyChunk(loadUserMenu, {
  button: ({ user }, press) => <UserMenuButton user={user} onClick={press} />,
  isWanted: ({ startsOpen }) => startsOpen,
});
const MobileMenu = lazyChunk(() => import('./mobile-menu.tsx'), 'over');

/** A failure here is told when it is really opened. */
const prefetchPalette = () => void loadPalette().catch(() => undefined);
const prefetchUserMenu = () => void loadUserMenu().catch(() => undefined);

type HeaderProps = { user: User; onLogout: () => void };

export function Header({ user, onLogout }: HeaderProps) {
  const [menuOpen, setMenuOpen] = useState(false);
  const [paletteOpen, setPaletteOpen] = useState(false);
  const openPalette = () => setPaletteOpen(true);
  usePaletteKeys(openPalette);
  // Most visits never open it, and it is as long as a screen: it comes with the first press.
  const [isMenuWanted, wantMenu] = useState(false);
  return (
    <header className="relative z-(--z-header) border-night-line border-b bg-night text-on-night">
      <div className="on-night page-width flex h-14 items-center gap-3 md:h-15 lg:gap-6">
        <Link href={paths.home} aria-label={`${school.name}, início`} className="flex min-h-11 min-w-0 items-center">
          <Logo name={school.name} />
        </Link>
        <Navigation user={user} />
        <div className="ml-auto flex shrink-0 items-center self-stretch md:gap-2">
          <SearchButton onClick={openPalette} onPointerEnter={prefetchPalette} onFocus={prefetchPalette} />
          <Bell />
          {isMenuWanted ? (
            <Suspense fallback={<UserMenuButton user={user} />}>
              <UserMenu user={user} startsOpen onLogout={onLogout} />
            </Suspense>
          ) : (
            <UserMenuButton
              user={user}
              onPointerEnter={prefetchUserMenu}
              onFocus={prefetchUserMenu}
              {...remembers(() => wantMenu(true))}
            />
          )}
          <Button
            variant="night"
            size="icon"
            aria-label="Abrir menu"
            aria-haspopup="dialog"
            className="md:hidden"
            onClick={() => setMenuOpen(true)}
          >
            <MenuIcon />
          </Button>
        </div>
      </div>
      <Suspense>
        {paletteOpen && <UserPalette user={user} onClose={() => setPaletteOpen(false)} onLogout={onLogout} />}
        {menuOpen && <MobileMenu user={user} onClose={() => setMenuOpen(false)} onLogout={onLogout} />}
      </Suspense>
    </header>
  );
}

/** A press on what is still on its way opens it as soon as it is there. */
const remembers = (wish: () => void) => ({ onPointerDown: wish, onClick: wish });

function Navigation({ user }: { user: User }) {
  const [location] = useLocation();
  return (
    <nav aria-label="Principal" className="flex self-stretch max-md:hidden">
      {navigationFor(user).map(({ path, label, isActive }) => (
        <Link
          key={path}
          href={path}
          aria-current={isActive(location) ? 'page' : undefined}
          className={`${navLink} px-2 lg:px-3`}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
