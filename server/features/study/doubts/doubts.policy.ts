import type { Role } from '#contract/platform/users.ts';

/** The author of the question or lesson may answer; administrators may answer everywhere. */
export const mayAnswer = (user: { id: string; role: Role }, about: { authorId: string | null }): boolean =>
  user.role === 'admin' || about.authorId === user.id;
