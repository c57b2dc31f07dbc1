import type { User } from '#contract/platform/users.ts';
import { isAuthor, isOffice } from '#web/lib/session.ts';
import { type Reader, readers } from './guides.ts';

/** The guides that a user may read, the closest last. Visitors read that of students. */
export const readersFor = (user: User | null | undefined): Reader[] =>
  readers.filter((one) => one === 'student' || (user && (one === 'teacher' ? isAuthor(user) : isOffice(user))));
