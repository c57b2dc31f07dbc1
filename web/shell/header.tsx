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
import { cx } from '#web/ui/cx.ts';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { hasSideBar, isInner, navigationFor, navLink } from './navigation.ts';
import { UserMenuButton } from './user-menu-button.tsx';

const loadPalette = () => import('./palette.tsx');
const loadUserMenu = () => import('./user-menu.tsx');

// Dialogs and menus are not needed for the first paint: each is a chunk.
const UserPalette = lazyChunk(loadPalette, 'over');
const UserMenu = lazyChunk(loadUserMenu, {
  button: ({ user }, press) => <UserMenuButton user={user} onClick={press} />,
  isWanted: ({ startsOpen }) => startsOpen,
});
const InnerHeading = lazyChunk(() => import('./inner-heading.tsx'));
const MobileMenu = lazyChunk(() => import('./mobile-menu.tsx'), 'over');

/** A failed prefetch is shown only when the menu is opened. */
const prefetchPalette = () => void loadPalette().catch(() => undefined);
const prefetchUserMenu = () => void loadUserMenu().catch(() => undefined);

type HeaderProps = {
  user: User;
  /** The title of the screen, which a phone shows instead of the logo. */
  title: string | null;
  menuOpen: boolean;
  onMenuChange: (open: boolean) => void;
  onLogout: () => void;
};

export function Header({ user, title, menuOpen, onMenuChange, onLogout }: HeaderProps) {
  const [location] = useLocation();
  const [paletteOpen, setPaletteOpen] = useState(false);
  const [bellOpen, setBellOpen] = useState(false);
  const openPalette = () => setPaletteOpen(true);
  usePaletteKeys(openPalette);
  // Most visits never open the menu, and it is as large as a screen: it loads with the first press.
  const [isMenuWanted, wantMenu] = useState(false);
  const isStudent = user.role === 'student';
  const inner = isInner(location);
  const largeOnly = inner ? 'max-md:hidden' : '';
  return (
    <header className="relative z-(--z-header) border-night-line border-b bg-night text-on-night">
      <div
        className={cx(
          'on-night page-width flex h-14 items-center gap-3 md:h-15 lg:gap-6',
          // The logo is above the side bar.
          hasSideBar(user, location) && 'lg:w-full lg:px-5',
        )}
      >
        {inner && (
          <Suspense fallback={<span className="grow md:hidden" />}>
            <InnerHeading title={title} />
          </Suspense>
        )}
        <Link
          href={paths.home}
          aria-label={`${school.name}, início`}
          className={cx('flex min-h-11 min-w-0 items-center', largeOnly)}
        >
          <Logo name={school.name} />
        </Link>
        <Navigation user={user} />
        <div className="ml-auto flex shrink-0 items-center self-stretch md:gap-2">
          <SearchButton
            className={isStudent ? 'max-md:hidden' : largeOnly}
            onClick={openPalette}
            onPointerEnter={prefetchPalette}
            onFocus={prefetchPalette}
          />
          <Link
            href={`${paths.help}?de=${location}`}
            aria-label="Ajuda sobre esta página"
            className={`${navLink} min-w-11 justify-center self-stretch max-md:hidden`}
          >
            ?
          </Link>
          <Bell open={bellOpen} onOpenChange={setBellOpen} className={largeOnly} />
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
            className="relative md:hidden"
            onClick={() => onMenuChange(true)}
          >
            <MenuIcon />
          </Button>
        </div>
      </div>
      <Suspense>
        {paletteOpen && <UserPalette user={user} onClose={() => setPaletteOpen(false)} onLogout={onLogout} />}
        {menuOpen && (
          <MobileMenu
            user={user}
            onClose={() => onMenuChange(false)}
            onSearch={openPalette}
            onBell={() => setBellOpen(true)}
          />
        )}
      </Suspense>
    </header>
  );
}

/** A press while the chunk loads opens the menu as soon as the chunk has arrived. */
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
