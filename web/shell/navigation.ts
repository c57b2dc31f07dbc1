import type { User } from '#contract/platform/users.ts';
import { paths } from '#web/lib/paths.ts';
import { isAdmin, isAuthor, isOffice } from '#web/lib/session.ts';

/** A place of the product: where it leads, and which addresses lie inside it. */
export type Destination = { path: string; label: string; isActive: (location: string) => boolean };

export const under =
  (...prefixes: string[]) =>
  (location: string) =>
    prefixes.some((prefix) => location === prefix || location.startsWith(`${prefix}/`));

const home: Destination = { path: paths.home, label: 'Dashboard', isActive: (location) => location === paths.home };
const study: Destination = {
  path: paths.study,
  label: 'Estudar',
  isActive: under(paths.study, '/articles', paths.courses, '/exams', paths.offline, paths.essayThemes, '/laws'),
};
const questions: Destination = {
  path: paths.freePractice,
  label: 'Questões',
  isActive: under(paths.freePractice, paths.review, paths.mistakes, '/questions'),
};
const quizzes: Destination = { path: paths.quizzes, label: 'Simulados', isActive: under(paths.quizzes, '/quiz') };

/** Authors have no entry of their own for what they only try out. */
const authorsStudy: Destination = {
  ...study,
  isActive: (location) => [study, questions, quizzes].some(({ isActive }) => isActive(location)),
};
const publish: Destination = {
  path: paths.publish,
  label: 'Publicar',
  isActive: under(paths.publish, paths.teacher),
};
const users: Destination = {
  path: paths.adminUsers,
  label: 'Usuários',
  isActive: under(paths.adminUsers, paths.adminAnnouncements),
};
const payments: Destination = { path: paths.adminPayments, label: 'Pagamentos', isActive: under(paths.adminPayments) };

const ofStudents = [home, study, questions, quizzes];
const ofTeachers = [home, authorsStudy, publish];
const ofOffice = [home, users, payments];
const ofAdmins = [...ofTeachers, users, payments];

/** The header's entries: the specification's by role and name, and two more for students. */
export const navigationFor = (user: User): Destination[] => {
  if (isAdmin(user)) return ofAdmins;
  if (isOffice(user)) return ofOffice;
  return isAuthor(user) ? ofTeachers : ofStudents;
};

/** What is about the person and not about the work: the menu of the user, and 'Eu' in the bar of a phone. */
export const isMine = under(
  paths.profile,
  paths.settings,
  paths.security,
  paths.annotations,
  paths.certificates,
  paths.myPurchase,
  paths.help,
);

/** Whether the header has a second line here. Its entries come in a chunk of their own, which students never load. */
export const hasSecondLine = (user: User, location: string): boolean =>
  user.role !== 'student' && (location === paths.home || under(paths.teacher, '/admin')(location));

/** The active place has a sun standing on the header's line. */
export const navLink =
  'relative flex items-center text-on-night-soft text-sm no-underline hover:text-on-night aria-[current]:font-strong aria-[current]:text-on-night ' +
  'aria-[current]:after:absolute aria-[current]:after:-bottom-px aria-[current]:after:left-[calc(50%-9px)] aria-[current]:after:h-[9px] aria-[current]:after:w-[18px] aria-[current]:after:rounded-t-full aria-[current]:after:bg-sun';
