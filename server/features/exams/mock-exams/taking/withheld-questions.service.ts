import type { Db, Tx } from '#server/db/handle.ts';
import type { Shared } from '#server/db/shared.ts';
import { listKeptQuestions } from './kept-questions.store.ts';
import { type KeptQuestions, type OwnWithheld, withheldFrom } from './withheld-questions.ts';

/** What quizzes keep for themselves is the same for every student, so it is read once. */
export const readKeptQuestions = (db: Db | Tx, shared: Shared): Promise<KeptQuestions> =>
  shared.get(
    'kept',
    'questions',
    async () => new Map((await listKeptQuestions(db)).map(({ questionId, quizIds }) => [questionId, quizIds])),
  );

/** What practice withholds from the student that `rows` were read of. */
export async function readWithheld(db: Db | Tx, shared: Shared, [own]: readonly OwnWithheld[]) {
  if (!own) throw new Error('What is withheld from a student is one row.');
  return withheldFrom(await readKeptQuestions(db, shared), own);
}
