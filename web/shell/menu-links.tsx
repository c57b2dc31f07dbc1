import {
  Award,
  CalendarClock,
  ChartColumn,
  CircleQuestionMark,
  Images,
  ListChecks,
  Mail,
  Megaphone,
  MessageCircle,
  NotebookPen,
  PanelTop,
  ReceiptText,
  School,
  ScrollText,
  Server,
  Settings,
  ShieldCheck,
  UserRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { User } from '#contract/platform/users.ts';
import { paths } from '#web/lib/paths.ts';
import { isAdmin, isAuthor, isOffice } from '#web/lib/session.ts';
import { supportChat, supportMail } from '#web/lib/support.ts';

type MenuLink = { path: string; label: string; icon: ReactNode; isFor: (user: User) => boolean };

const everybody = () => true;
const isStudent = (user: User) => user.role === 'student';

/** Places of the work that the header's first line has no room for; from 768 px on its second line holds them. */
const office: MenuLink[] = [
  { path: paths.teacherQuizzes, label: 'Simulados', icon: <ListChecks />, isFor: isAuthor },
  { path: paths.teacherReports, label: 'Relatórios', icon: <ChartColumn />, isFor: isAuthor },
  { path: paths.teacherMedia, label: 'Imagens', icon: <Images />, isFor: isAuthor },
  { path: paths.adminExams, label: 'Provas', icon: <CalendarClock />, isFor: isAdmin },
  { path: paths.adminAnnouncements, label: 'Avisos', icon: <Megaphone />, isFor: isOffice },
  { path: paths.adminLanding, label: 'Página de vendas', icon: <PanelTop />, isFor: isAdmin },
  { path: paths.adminSettings, label: 'Configurações da escola', icon: <School />, isFor: isAdmin },
  { path: paths.adminAudit, label: 'Auditoria', icon: <ScrollText />, isFor: isAdmin },
  { path: paths.adminSystem, label: 'Sistema', icon: <Server />, isFor: isAdmin },
];

/** What is about the person. */
const mine: MenuLink[] = [
  { path: paths.annotations, label: 'Minhas anotações', icon: <NotebookPen />, isFor: isStudent },
  { path: paths.certificates, label: 'Certificados', icon: <Award />, isFor: isStudent },
  { path: paths.myPurchase, label: 'Minha compra', icon: <ReceiptText />, isFor: isStudent },
  { path: paths.profile, label: 'Perfil', icon: <UserRound />, isFor: everybody },
  { path: paths.security, label: 'Segurança', icon: <ShieldCheck />, isFor: everybody },
  { path: paths.settings, label: 'Configurações', icon: <Settings />, isFor: everybody },
  { path: paths.help, label: 'Ajuda', icon: <CircleQuestionMark />, isFor: everybody },
];

export const menuLinksFor = (user: User) => {
  const isTheirs = ({ isFor }: MenuLink) => isFor(user);
  return { office: office.filter(isTheirs), mine: mine.filter(isTheirs) };
};

/** The ways to a person of the school, as configured. */
export function helpLinksFor({ username }: User) {
  const chat = supportChat({ username });
  const mail = { href: supportMail({ username }), label: 'Ajuda por e-mail', icon: <Mail /> };
  if (!chat) return [mail];
  const ownTab = { target: '_blank', rel: 'noopener' };
  return [{ href: chat, ...ownTab, label: 'Ajuda por WhatsApp', icon: <MessageCircle /> }, mail];
}
