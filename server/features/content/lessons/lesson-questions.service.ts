import type { ChosenQuestion, saveLessonQuestions } from '#contract/content/lesson-questions.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Db } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { AppError, forbidden, notFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import * as store from './lesson-questions.store.ts';
import { mayChange } from './lessons.policy.ts';
import { lockLesson } from './lessons.store.ts';
import { findDraft, lockDraft } from './writing/drafts.store.ts';

const missing = () => notFound('Aula não encontrada.');

/** A lesson that is there, and what was chosen for its end. */
export const lessonForQuestions = (db: Db, lessonId: number) => store.findLessonWithQuestions(db, lessonId);

export async function readLessonQuestions(
  deps: Deps,
  user: SessionUser,
  lessonId: number,
): Promise<{ questions: ChosenQuestion[] }> {
  const lesson = await store.findLessonWithQuestions(deps.db, lessonId);
  if (!lesson) await requireDraft(deps, user, lessonId);
  else if (!mayChange(user, lesson)) throw forbidden();
  return { questions: await store.listChosen(deps.db, lessonId) };
}

async function requireDraft(deps: Deps, user: SessionUser, id: number): Promise<void> {
  const draft = await findDraft(deps.db, id);
  if (!draft || !mayChange(user, draft)) throw missing();
}

export async function chooseLessonQuestions(
  deps: Deps,
  user: SessionUser,
  lessonId: number,
  { questionIds, before }: BodyOf<typeof saveLessonQuestions>,
): Promise<{ questions: ChosenQuestion[] }> {
  return transact(deps, async (tx) => {
    const lesson = await lockLesson(tx, lessonId);
    if (lesson?.deletedAt) throw missing();
    // Not a lesson yet: whose draft it is not, does not learn that it is there.
    const draft = lesson ?? (await lockDraft(tx, lessonId));
    if (!draft || (!lesson && !mayChange(user, draft))) throw missing();
    if (!mayChange(user, draft)) throw forbidden();
    const standing = (await store.listChosen(tx, lessonId)).map(({ id }) => id);
    const isSame = (ids: readonly number[]) => JSON.stringify(ids) === JSON.stringify(standing);
    if (!isSame(questionIds)) {
      if (!isSame(before)) {
        throw new AppError('version_conflict', 'As questões desta aula foram alteradas por outra pessoa.');
      }
      const known = await store.listBankQuestions(tx, questionIds);
      if (known.length < questionIds.length) {
        throw new AppError('bad_request', 'Confira os dados enviados.', {
          fields: { questionIds: 'Uma das questões não está mais no banco.' },
        });
      }
      await store.replaceChosen(tx, lessonId, questionIds);
    }
    return { questions: await store.listChosen(tx, lessonId) };
  });
}
