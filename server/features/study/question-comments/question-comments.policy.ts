import { COMMENT_EDIT_MINUTES } from '#contract/limits.ts';
import type { SettingValues } from '#contract/platform/settings.ts';
import type { Role } from '#contract/platform/users.ts';
import type { CommentState } from '#contract/study/question-comments.ts';
import { MINUTE_MS } from '#contract/time.ts';

type Person = { id: string; role: Role };

/** The author of the question decides about its comments; administrators decide about all. */
export const mayModerate = (user: Person, { authorId }: { authorId: string | null }): boolean =>
  user.role === 'admin' || (user.role === 'teacher' && authorId === user.id);

/** Teachers write with their name and the seal. */
export const isTeacher = ({ role }: Pick<Person, 'role'>): boolean => role === 'teacher' || role === 'admin';

/** Whether a person writes below questions: as the school allows it. Those who teach always may while there are comments. */
export function writingFor(user: Person, writing: SettingValues['comments'], hasPaid: boolean) {
  if (writing === 'off') return 'off' as const;
  return writing === 'paying' && !isTeacher(user) && !hasPaid ? ('paying' as const) : ('open' as const);
}

export const editableUntil = (createdAt: Date): Date =>
  new Date(createdAt.getTime() + COMMENT_EDIT_MINUTES * MINUTE_MS);

/** Whether the writer may still change it. A comment that a teacher hid stays as it was judged. */
export const mayEdit = ({ state, createdAt }: { state: CommentState; createdAt: Date }, now: Date): boolean =>
  (state === 'shown' || state === 'held') && now < editableUntil(createdAt);
