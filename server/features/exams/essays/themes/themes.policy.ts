import type { Role } from '#contract/platform/users.ts';

/** Teachers work on their own themes, administrators on all. */
export const mayEditTheme = (user: { id: string; role: Role }, theme: { authorId: string | null }): boolean =>
  user.role === 'admin' || theme.authorId === user.id;

/** Whether an essay can be begun or delivered now. A window without a side is open on that side. */
export const isInWindow = (
  { opensAt, closesAt }: { opensAt: string | null; closesAt: string | null },
  now: Date,
): boolean =>
  (opensAt === null || Date.parse(opensAt) <= now.getTime()) &&
  (closesAt === null || now.getTime() < Date.parse(closesAt));
