import type { ReactNode } from 'react';
import type { User } from '#contract/platform/users.ts';
import type { WaitingCounts } from '#contract/school/waiting-counts.ts';
import { paths } from '#web/lib/paths.ts';
import { isAdmin, isAuthor, isOffice } from '#web/lib/session.ts';
import { type Audience, groups, type Page } from './destination-table.tsx';

const audiences: Record<Audience, (user: User) => boolean> = {
  everybody: () => true,
  students: ({ role }) => role === 'student',
  learners: (user) => user.role === 'student' || isAuthor(user),
  authors: isAuthor,
  office: isOffice,
  admins: isAdmin,
};

export type GroupName = keyof typeof groups;

/** A page as the lists of one user show it. */
export type Destination = Page & { group: GroupName };

const ofStudents: readonly GroupName[] = ['today', 'study', 'questions', 'quizzes'];
const ofStaff: readonly GroupName[] = ['teach', 'follow', 'sell', 'school'];

const pagesIn = (name: GroupName, user: User): Destination[] => {
  const pages: readonly Page[] = groups[name].pages;
  return pages
    .filter(({ audience }) => audiences[audience](user))
    .map((page) => ({
      ...page,
      label: (user.role !== 'student' && page.authorLabel) || page.label,
      group: name,
    }));
};

/** Every page that this user may open, once: the content of the palette. */
export const destinationsFor = (user: User): Destination[] =>
  (Object.keys(groups) as GroupName[]).flatMap((name) => pagesIn(name, user));

export type MenuGroup = { name: GroupName; label: string; icon: ReactNode; pages: Destination[] };

const menuOf = (names: readonly GroupName[], user: User): MenuGroup[] =>
  names
    .map((name) => ({
      name,
      label: groups[name].label,
      icon: groups[name].icon,
      pages: pagesIn(name, user).filter(({ parent }) => parent === undefined),
    }))
    .filter(({ pages }) => pages.length > 0);

export const studyMenuFor = (user: User): MenuGroup[] => menuOf(ofStudents, user);
/** Groups without a page that this user may open are left out. */
export const staffMenuFor = (user: User): MenuGroup[] => menuOf(ofStaff, user);
export const myPagesFor = (user: User): Destination[] => menuOf(['me'], user)[0]?.pages ?? [];

const isUnder = (location: string, prefix: string) =>
  location === prefix || (prefix !== paths.home && location.startsWith(`${prefix}/`));

/** The page of a menu that the address belongs to: the one with the longest matching prefix. */
export function currentPage(user: User, location: string): Destination | undefined {
  const all = destinationsFor(user);
  let best: { page: Destination; length: number } | undefined;
  for (const page of all) {
    for (const prefix of [page.path, ...(page.holds ?? [])]) {
      if (!isUnder(location, prefix) || (best && best.length >= prefix.length)) continue;
      best = { page, length: prefix.length };
    }
  }
  const { page } = best ?? {};
  return page?.parent ? all.find(({ path }) => path === page.parent) : page;
}

/** The number of pending items of a page; 0 when none are counted. */
export const waitingAt = (page: Page, counts: WaitingCounts | undefined): number =>
  (page.waiting && counts?.[page.waiting]) || 0;
