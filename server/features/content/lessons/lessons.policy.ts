import { LESSON_RESTORE_DAYS } from '#contract/limits.ts';
import type { Role } from '#contract/platform/users.ts';
import { DAY_MS } from '#contract/time.ts';

/** Teachers change what they wrote, admins everything. */
export const mayChange = (user: { id: string; role: Role }, lesson: { authorId: string | null }) =>
  user.role === 'admin' || (user.role === 'teacher' && lesson.authorId === user.id);

/** Until when a deleted lesson can come back. */
export const restorableUntil = (deletedAt: Date) => new Date(deletedAt.getTime() + LESSON_RESTORE_DAYS * DAY_MS);

/** What was deleted before this is gone. */
export const deletedForGood = (now: Date) => new Date(now.getTime() - LESSON_RESTORE_DAYS * DAY_MS);

type Saved = { version: number; fingerprint: Buffer };

/**
 * A save over a newer version is refused. The one exception is a save whose answer was lost: the newer version is
 * exactly what is being sent again.
 */
export function saveDecision(current: Saved, sent: Saved): 'save' | 'saved already' | 'conflict' {
  if (current.version === sent.version) return 'save';
  const repeated = current.version === sent.version + 1 && current.fingerprint.equals(sent.fingerprint);
  return repeated ? 'saved already' : 'conflict';
}
