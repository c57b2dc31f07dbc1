import type { Role } from '#contract/platform/users.ts';

/** Every author sees and uses every question; they change their own, admins all. */
export const mayEditQuestion = (user: { id: string; role: Role }, question: { authorId: string | null }) =>
  user.role === 'admin' || question.authorId === user.id;
