import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { lawScreens } from '#contract/law-screens.ts';
import type { User } from '#contract/platform/users.ts';
import WaitingPayments from '#web/features/money/payments/waiting-payments.tsx';
import WaitingDoubts from '#web/features/study/doubts/waiting-doubts.tsx';
import { paths } from '#web/lib/paths.ts';
import { isAdmin } from '#web/lib/session.ts';
import { type Destination, under } from './navigation.ts';

type Entry = Destination & { waiting?: ReactNode };

const isBank = under(paths.questionBank, paths.importQuestions, paths.duplicateQuestions, paths.questionReports);

const ofTeaching: Entry[] = [
  { path: paths.publish, label: 'Aulas', isActive: under(paths.publish) },
  { path: paths.questionBank, label: 'Banco de questões', isActive: isBank },
  {
    path: paths.teacherDoubts,
    label: 'Dúvidas',
    isActive: under(paths.teacherDoubts),
    waiting: <WaitingDoubts />,
  },
  {
    path: paths.teacherEssays,
    label: 'Redações',
    isActive: under(paths.teacherEssays, paths.teacherEssayThemes),
  },
  { path: paths.topics, label: 'Assuntos', isActive: under(paths.topics) },
  { path: paths.syllabi, label: 'Editais', isActive: under(paths.syllabi) },
  { path: lawScreens.taking, label: 'Leis', isActive: under(lawScreens.taking) },
  {
    path: paths.teacherQuizzes,
    label: 'Simulados',
    isActive: (location) => under(paths.teacherQuizzes, paths.papers)(location) && !isBank(location),
  },
  {
    path: paths.teacher,
    label: 'Cursos',
    // The teacher area is also the home of teachers.
    isActive: (location) =>
      location === paths.home || location === paths.teacher || under('/teacher/courses')(location),
  },
  { path: paths.teacherReports, label: 'Relatórios', isActive: under(paths.teacherReports) },
  { path: paths.teacherMedia, label: 'Imagens', isActive: under(paths.teacherMedia) },
  { path: paths.chooseTrial, label: 'Amostra grátis', isActive: under(paths.chooseTrial) },
];

const ofAdministration: Entry[] = [
  { path: paths.home, label: 'Visão geral', isActive: (location) => location === paths.home },
  { path: paths.adminUsers, label: 'Usuários', isActive: under(paths.adminUsers) },
  {
    path: paths.adminPayments,
    label: 'Pagamentos',
    isActive: (location) =>
      under(paths.adminPayments)(location) &&
      !under(paths.adminOffers, paths.adminStatements, paths.adminMoney, paths.adminCases)(location),
    waiting: <WaitingPayments place="line" />,
  },
  { path: paths.adminMoney, label: 'Financeiro', isActive: under(paths.adminMoney) },
  { path: paths.adminStatements, label: 'Conciliação', isActive: under(paths.adminStatements, paths.adminCases) },
  { path: paths.adminOffers, label: 'Ofertas e cupons', isActive: under(paths.adminOffers) },
  { path: paths.adminExams, label: 'Provas', isActive: under(paths.adminExams) },
  { path: paths.adminAnnouncements, label: 'Avisos', isActive: under(paths.adminAnnouncements) },
  { path: paths.adminLanding, label: 'Página de vendas', isActive: under(paths.adminLanding) },
  { path: paths.adminSettings, label: 'Configurações', isActive: under(paths.adminSettings) },
  { path: paths.adminAudit, label: 'Auditoria', isActive: under(paths.adminAudit) },
  { path: paths.adminSystem, label: 'Sistema', isActive: under(paths.adminSystem) },
];

const isAdministration = (user: User, location: string) =>
  isAdmin(user) && (location === paths.home || under('/admin')(location)) && !under(paths.publish)(location);

/** The pages of the administration that a secretary may open. */
const forSecretaries: readonly string[] = [
  paths.home,
  paths.adminUsers,
  paths.adminPayments,
  paths.adminMoney,
  paths.adminStatements,
  paths.adminOffers,
  paths.adminAnnouncements,
];
const ofSecretaries = ofAdministration.filter(({ path }) => forSecretaries.includes(path));

export const secondLineFor = (user: User, location: string) => {
  if (user.role === 'secretary') return { label: 'Secretaria', entries: ofSecretaries };
  return isAdministration(user, location)
    ? { label: 'Administração', entries: ofAdministration }
    : { label: 'Publicar', entries: ofTeaching };
};

/** The header's second line: the places inside the one that the first line names. */
export default function SecondLine({ user }: { user: User }) {
  const [location] = useLocation();
  const list = useRef<HTMLDivElement>(null);
  const { label: name, entries } = secondLineFor(user, location);

  const currentPath = entries.find(({ isActive }) => isActive(location))?.path;
  // On a phone the current entry may lie outside the strip: bring it in, without moving the page.
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>(`[href="${currentPath}"]`);
    if (!list.current || !current) return;
    list.current.scrollLeft = current.offsetLeft - (list.current.clientWidth - current.clientWidth) / 2;
  }, [currentPath]);

  return (
    <nav aria-label={name} className="border-line border-b bg-surface print:hidden">
      <div
        ref={list}
        className="page-width relative flex gap-5 overflow-x-auto [scrollbar-width:none] max-md:w-full max-md:pr-10 max-md:pl-(--gutter) max-md:mask-r-from-[calc(100%-40px)] md:gap-5"
      >
        {entries.map(({ path, label, waiting }) => (
          <Link
            key={path}
            href={path}
            aria-current={path === currentPath ? 'page' : undefined}
            className="relative flex min-h-12 min-w-11 shrink-0 items-center justify-center gap-1.5 whitespace-nowrap text-ink-soft text-sm no-underline hover:text-ink focus-visible:-outline-offset-3 aria-[current]:font-strong aria-[current]:text-ink aria-[current]:after:absolute aria-[current]:after:inset-x-0 aria-[current]:after:bottom-0 aria-[current]:after:h-[3px] aria-[current]:after:rounded-t-[3px] aria-[current]:after:bg-ink"
          >
            {label}
            {waiting}
          </Link>
        ))}
      </div>
    </nav>
  );
}
