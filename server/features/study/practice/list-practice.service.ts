import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/http/errors.ts';
import * as store from './practice.store.ts';

/** Practices of a list of questions. A list has at most one that is not finished. */

/** The open practice of a list, as one of several reads (`readAsOne`). */
export const openListPractice = store.openOfList;

export const findOpenListPractice = (deps: Deps, userId: string, listId: number) =>
  store.findOpenOfList(deps.db, userId, listId);

export const findListPracticeByKey = (deps: Deps, userId: string, creationKey: string) =>
  store.findPracticeByKey(deps.db, userId, creationKey);

/** Ends the open practice of a list. Locks it before the list, as an answer does. */
export const closeListPractice = (tx: Tx, userId: string, listId: number, now: Date) =>
  store.closeOpenOfList(tx, userId, listId, now);

type ListPractice = {
  userId: string;
  listId: number;
  title: string;
  creationKey: string | undefined;
  questions: readonly { questionId: number; questionVersionId: number }[];
  /** The open practice that the new one follows. */
  replaces: number | undefined;
};

/** Begins a practice of these questions; if another start was faster, its practice is returned. */
export async function beginListPractice(deps: Deps, { replaces, ...practice }: ListPractice) {
  const { userId, listId, creationKey } = practice;
  const now = deps.clock.now();
  const id = await transact(deps, async (tx) => {
    // A retry that raced its first request must not close the practice that this one began.
    if (creationKey && (await store.findPracticeByKey(tx, userId, creationKey))) return undefined;
    if (replaces !== undefined) await store.closePractice(tx, replaces, now);
    return store.insertPractice(tx, {
      userId,
      title: practice.title,
      questions: practice.questions,
      kind: 'free',
      quizId: null,
      topicId: null,
      lessonId: null,
      questionListId: listId,
      creationKey: creationKey ?? null,
      shuffleOptions: false,
      now,
    });
  });
  const open =
    id ??
    (await store.findOpenOfList(deps.db, userId, listId))?.id ??
    (creationKey ? (await store.findPracticeByKey(deps.db, userId, creationKey))?.id : undefined);
  if (open === undefined) throw new AppError('conflict', 'Não foi possível iniciar o treino. Tente de novo.');
  return open;
}
