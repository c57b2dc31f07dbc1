import {
  Banknote,
  BookOpen,
  FileText,
  House,
  ListChecks,
  type LucideIcon,
  SquarePen,
  Timer,
  UserRound,
  UsersRound,
} from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { User } from '#contract/platform/users.ts';
import { AfterHydration } from '#web/lib/hydration.ts';
import { loadWithRetry } from '#web/lib/load-chunk.ts';
import { paths } from '#web/lib/paths.ts';
import { isAdmin, isAuthor, isOffice } from '#web/lib/session.ts';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { type Destination, isMine, navigationFor, under } from './navigation.ts';

const MeSheet = lazyChunk(() => import('./me-sheet.tsx'), 'over');
// Nothing stands in its place, and nobody can ask for it again: it comes when it comes.
const WaitingPayments = lazy(() => loadWithRetry(() => import('#web/features/money/payments/waiting-payments.tsx')));

type Tab = Destination & { Icon: LucideIcon; waiting?: ReactNode };

const today: Tab = { path: paths.home, label: 'Hoje', Icon: House, isActive: (location) => location === paths.home };

const ofStudents = [BookOpen, ListChecks, Timer];
const ofTeachers: Tab[] = [
  today,
  {
    path: paths.publish,
    label: 'Aulas',
    Icon: FileText,
    isActive: (location) =>
      location === paths.teacher ||
      under(paths.publish, '/teacher/courses', '/teacher/laws', paths.teacherMedia, paths.chooseTrial)(location),
  },
  {
    path: paths.questionBank,
    label: 'Questões',
    Icon: ListChecks,
    isActive: under(paths.teacherQuizzes, paths.papers, paths.topics, paths.syllabi),
  },
  {
    path: paths.teacherReports,
    label: 'Alunos',
    Icon: UsersRound,
    isActive: under(paths.teacherReports, paths.teacherDoubts, paths.teacherEssays, paths.teacherEssayThemes),
  },
];
const ofOffice: Tab[] = [
  today,
  {
    path: paths.adminPayments,
    label: 'Pagamentos',
    Icon: Banknote,
    isActive: under(paths.adminPayments),
    waiting: <WaitingPayments place="bar" />,
  },
  {
    path: paths.adminUsers,
    label: 'Usuários',
    Icon: UsersRound,
    isActive: under(paths.adminUsers, paths.adminAnnouncements),
  },
];
const ofAdmins: Tab[] = [
  ...ofOffice,
  { path: paths.publish, label: 'Publicar', Icon: SquarePen, isActive: under(paths.publish, paths.teacher) },
];

export function tabsFor(user: User): Tab[] {
  if (isAdmin(user)) return ofAdmins;
  if (isOffice(user)) return ofOffice;
  if (isAuthor(user)) return ofTeachers;
  const [, ...places] = navigationFor(user);
  return [today, ...places.map((place, index) => ({ ...place, Icon: ofStudents[index] ?? House }))];
}

/** 'Eu' also holds what an admin's bar has no room for. */
export const isMe = (location: string) =>
  isMine(location) ||
  under(paths.adminExams, paths.adminLanding, paths.adminSettings, paths.adminAudit, paths.adminSystem)(location);

type TabBarProps = { user: User; onLogout: () => void };

/**
 * Under 768 px, within reach of the thumb: the horizon is its upper edge, and the sun stands over the current place.
 * When it is hidden, and what makes room for it, is said in tab-bar.css.
 */
export function TabBar({ user, onLogout }: TabBarProps) {
  const [location] = useLocation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <nav aria-label="Barra de baixo" className="tab-bar">
        {tabsFor(user).map(({ path, label, Icon, isActive, waiting }) => (
          <Link key={path} href={path} aria-current={isActive(location) ? 'page' : undefined}>
            <Icon />
            <span>{label}</span>
            <Suspense>
              <AfterHydration>{waiting}</AfterHydration>
            </Suspense>
          </Link>
        ))}
        <button
          type="button"
          aria-haspopup="dialog"
          aria-current={isMe(location) ? 'page' : undefined}
          onClick={() => setOpen(true)}
        >
          <UserRound />
          <span>Eu</span>
        </button>
      </nav>
      <Suspense>{isOpen && <MeSheet user={user} onClose={() => setOpen(false)} onLogout={onLogout} />}</Suspense>
    </>
  );
}
