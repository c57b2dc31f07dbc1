import { Menu as MenuIcon } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { User } from '../../contract/accounts.ts';
import { SearchPlaceholder } from '../features/header-search/search-placeholder.tsx';
import { BellButton } from '../features/notifications/bell-button.tsx';
import { paths } from '../lib/paths.ts';
import { school } from '../lib/school.ts';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Logo } from '../ui/logo.tsx';
import { navigationFor } from './navigation.ts';
import { useLogout } from './use-logout.tsx';
import { UserMenuButton } from './user-menu-button.tsx';

// What floats is not needed for the first picture of a screen: it comes in chunks of its own.
const HeaderSearch = lazyPart(() => import('../features/header-search/header-search.tsx'), {
  button: (_, press) => <SearchPlaceholder onPress={press} />,
  isWanted: () => false,
});
const Bell = lazyPart(() => import('../features/notifications/bell.tsx'), {
  button: (_, press) => <BellButton onClick={press} />,
  isWanted: ({ startsOpen }) => startsOpen,
});
const UserMenu = lazyPart(() => import('./user-menu.tsx'), {
  button: ({ user }, press) => <UserMenuButton user={user} onClick={press} />,
  isWanted: ({ startsOpen }) => startsOpen,
});
const MobileMenu = lazyPart(() => import('./mobile-menu.tsx'), 'over');
const UnsentDialog = lazyPart(() => import('./unsent-dialog.tsx'), 'over');

export function Header({ user }: { user: User }) {
  const [menuOpen, setMenuOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  const [wanted, want] = useState<'bell' | 'menu' | null>(null);
  const logout = useLogout(user, () => setAsking(true));
  return (
    <header className="relative z-(--z-header) border-night-line border-b bg-night text-on-night">
      <div className="on-night page-width flex h-14 items-center gap-3 md:h-15 md:gap-6">
        <Link href={paths.home} aria-label={`${school.name}, início`} className="flex min-h-11 min-w-0 items-center">
          <Logo name={school.name} />
        </Link>
        <Navigation user={user} />
        <div className="ml-auto flex shrink-0 items-center md:gap-2">
          <Suspense fallback={<SearchPlaceholder />}>
            <HeaderSearch />
          </Suspense>
          <Suspense fallback={<BellButton {...remembers(() => want('bell'))} />}>
            <Bell startsOpen={wanted === 'bell'} />
          </Suspense>
          <Suspense fallback={<UserMenuButton user={user} {...remembers(() => want('menu'))} />}>
            <UserMenu user={user} startsOpen={wanted === 'menu'} onLogout={logout.leaveOrAsk} />
          </Suspense>
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
        {menuOpen && <MobileMenu user={user} open onOpenChange={setMenuOpen} onLogout={logout.leaveOrAsk} />}
        {asking && <UnsentDialog onOpenChange={setAsking} busy={logout.isPending} onConfirm={logout.leave} />}
      </Suspense>
    </header>
  );
}

/** A press on what is still on its way opens it as soon as it is there. */
const remembers = (wish: () => void) => ({ onPointerDown: wish, onClick: wish });

/** The active place has a sun standing on the header's line. */
const navLink =
  'relative flex items-center px-3 text-on-night-soft text-sm no-underline hover:text-on-night aria-[current]:font-strong aria-[current]:text-on-night ' +
  'aria-[current]:after:absolute aria-[current]:after:-bottom-px aria-[current]:after:left-[calc(50%-9px)] aria-[current]:after:h-[9px] aria-[current]:after:w-[18px] aria-[current]:after:rounded-t-full aria-[current]:after:bg-sun';

function Navigation({ user }: { user: User }) {
  const [location] = useLocation();
  return (
    <nav aria-label="Principal" className="flex self-stretch max-md:hidden">
      {navigationFor(user).map(({ path, label, isActive }) => (
        <Link key={path} href={path} aria-current={isActive(location) ? 'page' : undefined} className={navLink}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
