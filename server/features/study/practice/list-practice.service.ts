import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/http/errors.ts';
import * as store from './practice.store.ts';

/** Practices of a list of questions. A list has at most one that is not finished. */

export const findOpenListPractice = (deps: Deps, userId: string, listId: number) =>
  store.findOpenOfList(deps.db, userId, listId);

/** Ends the open practice of a list. Locks it before the list, as an answer does. */
export const closeListPractice = (tx: Tx, userId: string, listId: number, now: Date) =>
  store.closeOpenOfList(tx, userId, listId, now);

type ListPractice = {
  userId: string;
  listId: number;
  title: string;
  questions: readonly { questionId: number; questionVersionId: number }[];
  /** The open practice that the new one follows. */
  replaces: number | undefined;
};

/** Begins a practice of these questions; if another start was faster, its practice is returned. */
export async function beginListPractice(deps: Deps, { userId, listId, title, questions, replaces }: ListPractice) {
  const now = deps.clock.now();
  const id = await transact(deps, async (tx) => {
    if (replaces !== undefined) await store.closePractice(tx, replaces, now);
    return store.insertPractice(tx, {
      userId,
      kind: 'free',
      quizId: null,
      topicId: null,
      lessonId: null,
      questionListId: listId,
      title,
      creationKey: null,
      shuffleOptions: false,
      questions,
      now,
    });
  });
  const open = id ?? (await store.findOpenOfList(deps.db, userId, listId))?.id;
  if (open === undefined) throw new AppError('conflict', 'Não foi possível iniciar o treino. Tente de novo.');
  return open;
}
