import type { QueryOf } from '#contract/endpoint.ts';
import { OFFLINE_LEASE_DAYS } from '#contract/limits.ts';
import type { getOfflineQuestions, OfflineQuestion } from '#contract/study/offline.ts';
import { DAY_MS } from '#contract/time.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import type { Expired } from '#server/feature.ts';
import { closeDue } from '#server/features/exams/mock-exams/grading/closing.service.ts';
import { readKeyPrices, recordKeysShown } from '#server/features/exams/mock-exams/taking/key-openings.service.ts';
import { readContents } from '#server/features/questions/questions/questions.service.ts';
import { listLessonQuestions } from '#server/features/study/practice/practice-choice.service.ts';
import { readAskedToday } from '#server/features/study/review/review.service.ts';
import { boughtFault } from '#server/http/bought.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import * as store from './offline.store.ts';

type Asked = { lessonId: number | null; questionId: number; questionVersionId: number };

/**
 * Questions by the rule of free practice alone: none of an open attempt, of a window or of a quiz still to be taken. A
 * key that would delay a certificate stays out. The others count as seen from now on, whenever they are looked at.
 */
export async function readOfflineQuestions(
  deps: Deps,
  user: SessionUser,
  { lessonIds, review }: QueryOf<typeof getOfflineQuestions>,
): Promise<{ questions: OfflineQuestion[] }> {
  await closeDue(deps, user.id);
  const now = deps.clock.now();
  const asked: Asked[] = [];
  for (const lessonId of new Set(lessonIds)) {
    if (await boughtFault(deps.db, user, { kind: 'lesson', id: lessonId }, now)) continue;
    for (const question of await listLessonQuestions(deps, user, lessonId)) asked.push({ lessonId, ...question });
  }
  if (review) {
    for (const { questionId, versionId } of await readAskedToday(deps, user)) {
      asked.push({ lessonId: null, questionId, questionVersionId: versionId });
    }
  }
  const questionIds = asked.map(({ questionId }) => questionId);
  const priceOf = await readKeyPrices(deps.db, user, questionIds, now);
  const isKeyed = (questionId: number) => priceOf(questionId) === null;
  await transact(deps, async (tx) => {
    await store.upsertTaken(tx, user.id, questionIds, now);
    await recordKeysShown(tx, user, questionIds.filter(isKeyed), now);
  });
  const contents = await readContents(
    deps.db,
    asked.map(({ questionVersionId }) => questionVersionId),
  );
  const byVersion = new Map(contents.map((content) => [content.id, content]));
  const names = new Map(
    (await store.listSubjectNames(deps.db, questionIds)).map(({ questionId, subject }) => [questionId, subject]),
  );
  const questions = asked.flatMap(({ lessonId, questionId, questionVersionId }) => {
    const content = byVersion.get(questionVersionId);
    const right = content?.options.find(({ isCorrect }) => isCorrect);
    if (!content || !right) return [];
    return {
      id: questionId,
      lessonId,
      kind: content.kind,
      format: content.format,
      baseText: content.baseText,
      questionText: content.statement,
      subject: names.get(questionId) ?? null,
      options: content.options.map(({ id, optionText }) => ({ id, optionText })),
      answerKey: isKeyed(questionId)
        ? {
            rightOptionId: right.id,
            comment: content.comment,
            optionComments: content.options.map(({ id, comment }) => ({ id, comment })),
          }
        : null,
    };
  });
  return { questions };
}

/** An answer given offline is accepted until the lease ends; a day later nothing asks for the record. */
const REMEMBERED_MS = (OFFLINE_LEASE_DAYS + 1) * DAY_MS;

export const expiredQuestions = ({ db, clock }: Deps): Expired => ({
  offlineQuestions: (limit) => store.deleteTaken(db, new Date(clock.now().getTime() - REMEMBERED_MS), limit),
});
