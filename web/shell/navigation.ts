import type { User } from '#contract/platform/users.ts';
import { paths } from '#web/lib/paths.ts';
import { isAdmin, isAuthor, isOffice } from '#web/lib/session.ts';

/** An entry of the header, and which addresses belong to it. */
export type HeaderEntry = { path: string; label: string; isActive: (location: string) => boolean };

export const under =
  (...prefixes: string[]) =>
  (location: string) =>
    prefixes.some((prefix) => location === prefix || location.startsWith(`${prefix}/`));

const isHome = (location: string) => location === paths.home;
const home: HeaderEntry = { path: paths.home, label: 'Dashboard', isActive: isHome };
/** The exam and its edital belong to the entry of the student's day. */
const today: HeaderEntry = { ...home, isActive: (location) => isHome(location) || under(paths.syllabus)(location) };
const study: HeaderEntry = {
  path: paths.study,
  label: 'Estudar',
  isActive: under(paths.study, '/articles', paths.courses, '/laws', paths.essayThemes, paths.annotations),
};
const questions: HeaderEntry = {
  path: paths.freePractice,
  label: 'Questões',
  isActive: under(paths.freePractice, paths.review, paths.mistakes, '/questions', '/question-lists', '/cards'),
};
const quizzes: HeaderEntry = { path: paths.quizzes, label: 'Simulados', isActive: under(paths.quizzes, '/quiz') };

/** Authors have no entries for pages that they only try out. */
const authorsStudy: HeaderEntry = {
  ...study,
  isActive: (location) =>
    [study, questions, quizzes].some(({ isActive }) => isActive(location)) || under(paths.syllabus)(location),
};
const publish: HeaderEntry = {
  path: paths.publish,
  label: 'Publicar',
  isActive: under(paths.publish, paths.teacher),
};
const users: HeaderEntry = {
  path: paths.adminUsers,
  label: 'Usuários',
  isActive: under(paths.adminUsers, paths.adminAnnouncements),
};
const payments: HeaderEntry = { path: paths.adminPayments, label: 'Pagamentos', isActive: under(paths.adminPayments) };

const ofStudents = [today, study, questions, quizzes];
const ofTeachers = [home, authorsStudy, publish];
const ofOffice = [home, users, payments];
const ofAdmins = [...ofTeachers, users, payments];

/** The header's entries: the specification's by role and name, and two more for students. */
export const navigationFor = (user: User): HeaderEntry[] => {
  if (isAdmin(user)) return ofAdmins;
  if (isOffice(user)) return ofOffice;
  return isAuthor(user) ? ofTeachers : ofStudents;
};

/** The pages about the person: 'Eu' in the header and in the bar of a phone. */
export const isMine = under(
  paths.me,
  paths.profile,
  paths.settings,
  paths.security,
  paths.offline,
  paths.certificates,
  paths.myPurchase,
  paths.help,
);

/** Whether this page has the side bar of teachers and of the office. */
export const hasSideBar = (user: User, location: string): boolean =>
  user.role !== 'student' && (location === paths.home || under(paths.teacher, '/admin')(location));

/**
 * The pages of the bottom bars. On a phone the header shows the logo there; on other pages a back link and the title.
 */
const tops: readonly string[] = [
  paths.home,
  paths.study,
  paths.freePractice,
  paths.quizzes,
  paths.me,
  paths.publish,
  paths.teacherEssays,
  paths.teacherDoubts,
  paths.adminPayments,
  paths.adminStatements,
  paths.adminUsers,
];

export const isInner = (location: string): boolean => !tops.includes(location);

/** The current entry has a sun on the bottom line of the header. */
export const navLink =
  'relative flex items-center text-on-night-soft text-sm no-underline hover:text-on-night aria-[current]:font-strong aria-[current]:text-on-night ' +
  'aria-[current]:after:absolute aria-[current]:after:-bottom-px aria-[current]:after:left-[calc(50%-9px)] aria-[current]:after:h-[9px] aria-[current]:after:w-[18px] aria-[current]:after:rounded-t-full aria-[current]:after:bg-sun';
