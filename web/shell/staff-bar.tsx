import { House, LayoutGrid } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import type { Role, User } from '#contract/platform/users.ts';
import { useWaitingCounts } from '#web/features/school/waiting-counts/waiting-counts.queries.ts';
import { paths } from '#web/lib/paths.ts';
import { currentPage, destinationsFor, waitingAt } from './destinations.ts';
import { WaitingBadge } from './waiting-badge.tsx';

/** The three pages of each role between 'Início' and 'Tudo'. */
const barPaths: Record<Exclude<Role, 'student'>, readonly string[]> = {
  teacher: [paths.publish, paths.teacherEssays, paths.teacherDoubts],
  secretary: [paths.adminPayments, paths.adminStatements, paths.adminUsers],
  admin: [paths.teacherEssays, paths.teacherDoubts, paths.adminPayments],
};

export const barPagesFor = (user: User) =>
  user.role === 'student'
    ? []
    : barPaths[user.role].flatMap((path) => destinationsFor(user).find((page) => page.path === path) ?? []);

const badge =
  'absolute top-1.5 left-[calc(50%+6px)] min-w-4.5 bg-ink px-1.25 text-center text-[11px] text-surface leading-[18px]';

/** The bar of teachers and of the office, below 1024 px. 'Tudo' opens every page in a sheet. */
export default function StaffBar({ user, onOpenAll }: { user: User; onOpenAll: () => void }) {
  const [location] = useLocation();
  const counts = useWaitingCounts();
  const pages = barPagesFor(user);
  const current = currentPage(user, location)?.path;
  const isInBar = location === paths.home || pages.some(({ path }) => path === current);
  return (
    <nav aria-label="Barra de baixo" className="tab-bar staff-bar">
      <Link href={paths.home} aria-current={location === paths.home ? 'page' : undefined}>
        <House />
        <span>Início</span>
      </Link>
      {pages.map((page) => (
        <Link key={page.path} href={page.path} aria-current={page.path === current ? 'page' : undefined}>
          {page.icon}
          <span>{page.label}</span>
          <WaitingBadge count={waitingAt(page, counts)} className={badge} />
        </Link>
      ))}
      <button type="button" aria-haspopup="dialog" aria-current={isInBar ? undefined : 'true'} onClick={onOpenAll}>
        <LayoutGrid />
        <span>Tudo</span>
      </button>
    </nav>
  );
}
