import type { User } from '../../contract/accounts.ts';
import { paths } from '../lib/paths.ts';
import { isAdmin, isAuthor } from '../lib/session.ts';

type Entry = { path: string; label: string; isActive: (location: string) => boolean; isFor: (user: User) => boolean };

const under =
  (...prefixes: string[]) =>
  (location: string) =>
    prefixes.some((prefix) => location === prefix || location.startsWith(`${prefix}/`));

const everybody = () => true;

/** The header's entries, exactly those of the specification. */
const entries: Entry[] = [
  { path: paths.home, label: 'Dashboard', isActive: (location) => location === paths.home, isFor: everybody },
  { path: paths.study, label: 'Estudar', isActive: under(paths.study, '/articles'), isFor: everybody },
  { path: paths.publish, label: 'Publicar', isActive: under(paths.publish), isFor: isAuthor },
  { path: paths.adminUsers, label: 'Usuários', isActive: under(paths.adminUsers), isFor: isAdmin },
  { path: paths.adminPayments, label: 'Pagamentos', isActive: under(paths.adminPayments), isFor: isAdmin },
];

export const navigationFor = (user: User) => entries.filter(({ isFor }) => isFor(user));
