import type { Deps } from '#server/deps.ts';
import { studyFault } from '#server/http/access.ts';
import { boughtFault } from '#server/http/bought.ts';
import type { AppError } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';

/** Why a quiz is closed to a person, if so. Not asked of who has an attempt open at it: that one may be finished. */
export async function quizFault(deps: Deps, user: SessionUser, quizId: number): Promise<AppError | undefined> {
  const now = deps.clock.now();
  return studyFault(user, now) ?? boughtFault(deps.db, user, { kind: 'quiz', id: quizId }, now);
}
