import type { Role } from '#contract/platform/users.ts';

/** Whoever wrote the question or the lesson answers, and administrators do everywhere. */
export const mayAnswer = (user: { id: string; role: Role }, about: { authorId: string | null }): boolean =>
  user.role === 'admin' || about.authorId === user.id;
