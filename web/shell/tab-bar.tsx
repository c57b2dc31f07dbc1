import { BookOpen, House, ListChecks, type LucideIcon, Timer, UserRound } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import type { User } from '#contract/platform/users.ts';
import { paths } from '#web/lib/paths.ts';
import { type HeaderEntry, isMine, navigationFor } from './navigation.ts';

type Tab = HeaderEntry & { Icon: LucideIcon };

const icons = [House, BookOpen, ListChecks, Timer];

/** The header's entries, the first with the label of the day, and 'Eu'. */
export const tabsFor = (user: User): Tab[] => [
  ...navigationFor(user).map((entry, index) => ({
    ...entry,
    label: index === 0 ? 'Hoje' : entry.label,
    Icon: icons[index] ?? House,
  })),
  { path: paths.me, label: 'Eu', Icon: UserRound, isActive: isMine },
];

/**
 * The bar of students below 768 px, within reach of the thumb: the horizon is its upper edge, and the sun is above the
 * current entry. tab-bar.css hides it and reserves its height.
 */
export function TabBar({ user }: { user: User }) {
  const [location] = useLocation();
  return (
    <nav aria-label="Barra de baixo" className="tab-bar">
      {tabsFor(user).map(({ path, label, Icon, isActive }) => (
        <Link key={path} href={path} aria-current={isActive(location) ? 'page' : undefined}>
          <Icon />
          <span>{label}</span>
        </Link>
      ))}
    </nav>
  );
}
