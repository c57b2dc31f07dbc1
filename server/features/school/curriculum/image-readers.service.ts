import type { Deps } from '#server/deps.ts';
import type { ImageReading, JudgeImage } from '#server/features/platform/media/image-readers.ts';
import { readPractisable } from '#server/features/study/practice/free-practice.service.ts';
import { isAuthor, mayStudy } from '#server/http/access.ts';
import { boughtCourses } from '#server/http/bought.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { mayReadQuestionImage } from './image-readers.policy.ts';
import { findContentUses, listQuestionUses } from './image-readers.store.ts';

/** Judges an image by what uses it, with the rules of the calls that show the same content. */
export const judgeImage: JudgeImage = async (deps, user, image) => {
  const now = deps.clock.now();
  const bought = boughtCourses(user, now);
  const uses = await findContentUses(deps.db, image.id, { userId: user.id, bought });
  if (uses.onPage || uses.onCourse || (uses.inLesson && mayStudy(user, now))) return 'open';
  if (user.role === 'admin') return 'secret';
  if (isAuthor(user) && (uses.inOwnLesson || image.ownerId === user.id)) return 'secret';
  return judgeByQuestions(deps, user, image.id, bought);
};

async function judgeByQuestions(
  deps: Deps,
  user: SessionUser,
  imageId: number,
  bought: readonly number[] | null,
): Promise<ImageReading> {
  const now = deps.clock.now();
  const uses = await listQuestionUses(deps.db, imageId, { userId: user.id, bought, now });
  if (uses.length === 0) return 'closed';
  // Every author reads the whole bank.
  if (isAuthor(user)) return 'secret';
  const practisable = await readPractisable(
    deps,
    user,
    uses.map(({ questionId }) => questionId),
  );
  const person = { studies: mayStudy(user, now), isStudent: user.role === 'student' };
  const readable = uses.filter((use) =>
    mayReadQuestionImage(person, {
      ...use,
      isFree: practisable.free.has(use.questionId),
      isUnderWay: practisable.underWay.has(use.questionId),
    }),
  );
  if (readable.length === 0) return 'closed';
  const isOpen = readable.some(
    ({ questionId, isAsked, isReserved }) => isAsked && !isReserved && practisable.free.has(questionId),
  );
  return isOpen ? 'open' : 'secret';
}
