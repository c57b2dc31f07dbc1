import type { Role } from '#contract/platform/users.ts';

/** Every author may see and use every question. Authors may change their own; admins may change all. */
export const mayEditQuestion = (user: { id: string; role: Role }, question: { authorId: string | null }) =>
  user.role === 'admin' || question.authorId === user.id;
