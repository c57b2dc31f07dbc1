import { House, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { Link, useLocation } from 'wouter';
import type { User } from '#contract/platform/users.ts';
import { useRefreshWaitingCounts } from '#web/features/school/waiting-counts/waiting-counts.queries.ts';
import { isTyping } from '#web/lib/is-typing.ts';
import { paths } from '#web/lib/paths.ts';
import { useShortcuts } from '#web/lib/preferences.ts';
import { cx } from '#web/ui/cx.ts';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { useRail } from './open-groups.ts';
import { pageLink, StaffGroups, useStaffMenu } from './staff-groups.tsx';
import { paperBadge, WaitingBadge } from './waiting-badge.tsx';

const KEY = '[';

/** From 1024 px on: the pages of teachers and of the office, beside each of these pages. */
export default function SideBar({ user }: { user: User }) {
  const { isRail, toggle } = useRail(user.id);
  useRefreshWaitingCounts();
  useToggleKey(toggle);
  return (
    <div className="side-bar">
      <nav
        aria-label="Mesa"
        data-rail={isRail || undefined}
        className={cx('sticky top-0 flex max-h-[calc(100dvh-60px)] flex-col py-3', isRail ? 'w-21 px-1' : 'w-59 px-3')}
      >
        {isRail ? <Rail user={user} /> : <Groups user={user} />}
        <button
          type="button"
          aria-keyshortcuts={KEY}
          aria-label={isRail ? 'Abrir o menu da mesa' : undefined}
          onClick={toggle}
          className={cx(
            'mt-2 flex min-h-11 shrink-0 items-center gap-2.5 border-line border-t px-3 text-ink-soft text-sm hover:text-ink focus-visible:-outline-offset-3',
            isRail && 'justify-center',
          )}
        >
          {isRail ? <PanelLeftOpen /> : <PanelLeftClose />}
          {!isRail && 'Recolher'}
        </button>
      </nav>
    </div>
  );
}

function Groups({ user }: { user: User }) {
  const [location] = useLocation();
  return (
    <div className="min-h-0 overflow-y-auto [scrollbar-width:thin]">
      <Link
        href={paths.home}
        aria-current={location === paths.home ? 'page' : undefined}
        className={cx(pageLink, 'min-h-9 pointer-coarse:min-h-11')}
      >
        <House /> Início
      </Link>
      <StaffGroups user={user} />
    </div>
  );
}

const railEntry =
  'relative grid w-full justify-items-center gap-0.5 rounded-control pt-2 pb-1.5 text-[12px] text-ink-soft no-underline hover:bg-hover hover:text-ink focus-visible:-outline-offset-3 min-h-11 ' +
  'aria-[current]:bg-selected aria-[current]:font-strong aria-[current]:text-ink [&_.lucide]:text-lg';
const railBadge = 'absolute top-0.5 left-[calc(50%+6px)] bg-sun-tint px-1.5 text-[11px] text-sun-ink';

/** Each group is a button that opens its pages beside it. */
function Rail({ user }: { user: User }) {
  const [location] = useLocation();
  const { groups, currentPath } = useStaffMenu(user);
  return (
    <div className="grid min-h-0 gap-1 overflow-y-auto">
      <Link href={paths.home} aria-current={location === paths.home ? 'page' : undefined} className={railEntry}>
        <House /> Início
      </Link>
      {groups.map(({ name, label, icon, pages, count, isCurrent }) => (
        <Menu
          key={name}
          side="right"
          align="start"
          trigger={
            <button type="button" aria-current={isCurrent ? 'true' : undefined} className={railEntry}>
              {icon} {label}
              <WaitingBadge count={count} className={railBadge} />
            </button>
          }
        >
          {pages.map((page) => (
            <MenuItem key={page.path} asChild>
              <Link href={page.path} aria-current={page.path === currentPath ? 'page' : undefined}>
                {page.icon} {page.label}
                <WaitingBadge count={page.count} className={paperBadge} />
              </Link>
            </MenuItem>
          ))}
        </Menu>
      ))}
    </div>
  );
}

/** `[` toggles the rail, if single-key shortcuts are on. Ignored in a text field and over a dialog. */
function useToggleKey(toggle: () => void): void {
  const hasLetters = useShortcuts();
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (key !== KEY || !hasLetters || ctrlKey || metaKey || altKey || event.defaultPrevented || isTyping(target))
      return;
    if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
    event.preventDefault();
    toggle();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
