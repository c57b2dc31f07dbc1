import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/http/errors.ts';
import { nothingToPractise } from './nothing-to-practise.ts';
import * as store from './practice.store.ts';

type GivenPractice = {
  userId: string;
  title: string;
  creationKey: string;
  /** Those that free practice gives this person; the caller has asked (`readPractisable`). */
  questions: () => Promise<readonly { questionId: number; questionVersionId: number }[]>;
};

/** A free practice of exactly the questions that a caller names. The same key is the same practice. */
export async function beginGivenPractice(deps: Deps, { questions: choose, ...practice }: GivenPractice) {
  const { userId, creationKey, title } = practice;
  const find = async () => (await store.findPracticeByKey(deps.db, userId, creationKey))?.id;
  const made = await find();
  if (made !== undefined) return { isNew: false, made: { practiceId: made } };
  const questions = await choose();
  if (questions.length === 0) throw nothingToPractise('Não há questões deste artigo para treinar agora.');
  const id = await transact(deps, (tx) =>
    store.insertPractice(tx, {
      ...{ userId, creationKey, title, questions },
      kind: 'free',
      quizId: null,
      topicId: null,
      lessonId: null,
      shuffleOptions: false,
      now: deps.clock.now(),
    }),
  );
  const practiceId = id ?? (await find());
  if (practiceId === undefined) throw new AppError('conflict', 'Não foi possível iniciar o treino. Tente de novo.');
  return { isNew: id !== undefined, made: { practiceId } };
}
