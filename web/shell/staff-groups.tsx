import { ChevronDown } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import type { User } from '#contract/platform/users.ts';
import { useWaitingCounts } from '#web/features/school/waiting-counts/waiting-counts.queries.ts';
import { cx } from '#web/ui/cx.ts';
import { currentPage, staffMenuFor, waitingAt } from './destinations.ts';
import { useOpenGroups } from './open-groups.ts';
import { paperBadge, WaitingBadge } from './waiting-badge.tsx';

/** The staff's pages by group, with the pending items of each. */
export function useStaffMenu(user: User) {
  const [location] = useLocation();
  const counts = useWaitingCounts();
  const current = currentPage(user, location);
  const groups = staffMenuFor(user).map((group) => {
    const pages = group.pages.map((page) => ({ ...page, count: waitingAt(page, counts) }));
    return {
      ...group,
      pages,
      count: pages.reduce((sum, { count }) => sum + count, 0),
      isCurrent: group.name === current?.group,
    };
  });
  return { groups, currentPath: current?.path };
}

type StaffGroupsProps = {
  user: User;
  /** In a sheet the pages of a group are in two columns, and targets are larger. */
  isSheet?: boolean;
  onGo?: () => void;
};

/** The group of the current page is always open; the others stay as the person left them. */
export function StaffGroups({ user, isSheet = false, onGo }: StaffGroupsProps) {
  const { groups, currentPath } = useStaffMenu(user);
  const { isOpen, setOpen } = useOpenGroups(user.id);
  return groups.map(({ name, label, icon, pages, count, isCurrent }) => {
    const open = isCurrent || isOpen(name);
    return (
      <details key={name} open={open} className={cx('group', isSheet ? 'border-line border-t' : 'pt-2')}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is operable by itself */}
        <summary
          onClick={(event) => {
            event.preventDefault();
            if (!isCurrent) setOpen(name, !open);
          }}
          className={cx(
            'flex cursor-pointer list-none items-center gap-2 rounded-control px-3 font-strong hover:bg-hover focus-visible:-outline-offset-3 [&::-webkit-details-marker]:hidden',
            isSheet ? 'min-h-13 text-ink' : 'min-h-9 text-ink-soft text-xs pointer-coarse:min-h-11',
          )}
        >
          {isSheet && <span className="mr-2 grid text-ink-soft">{icon}</span>}
          {label}
          <span className="ml-auto flex items-center gap-2">
            {!open && <WaitingBadge count={count} className={paperBadge} />}
            <ChevronDown className="size-4 shrink-0 text-ink-soft group-not-open:-rotate-90" />
          </span>
        </summary>
        <ul className={isSheet ? 'grid grid-cols-2 gap-0.5 pb-3' : 'grid gap-0.5'}>
          {pages.map((page) => (
            <li key={page.path} className="min-w-0">
              <Link
                href={page.path}
                aria-current={page.path === currentPath ? 'page' : undefined}
                onClick={onGo}
                className={cx(pageLink, isSheet ? 'min-h-12' : 'min-h-9 pointer-coarse:min-h-11')}
              >
                {page.icon}
                <span className="min-w-0">{page.label}</span>
                <WaitingBadge count={page.count} className={paperBadge} />
              </Link>
            </li>
          ))}
        </ul>
      </details>
    );
  });
}

/** The current page has a tint, a bar of ink and half a sun at the left edge. */
export const pageLink =
  'relative flex items-center gap-2.5 rounded-control px-3 text-ink text-sm leading-tight no-underline hover:bg-hover focus-visible:-outline-offset-3 [&_.lucide]:shrink-0 [&_.lucide]:text-ink-soft ' +
  'aria-[current]:rounded-l-none aria-[current]:bg-selected aria-[current]:pl-4.5 aria-[current]:font-strong aria-[current]:shadow-[inset_3px_0_0_var(--primary)] aria-[current]:[&_.lucide]:text-ink ' +
  'aria-[current]:before:absolute aria-[current]:before:top-[calc(50%-8px)] aria-[current]:before:left-[3px] aria-[current]:before:h-4 aria-[current]:before:w-2 aria-[current]:before:rounded-r-full aria-[current]:before:border-[1.5px] aria-[current]:before:border-sun-edge aria-[current]:before:border-l-0 aria-[current]:before:bg-sun';
