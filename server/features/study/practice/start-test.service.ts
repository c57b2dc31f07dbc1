import type { Tx } from '#server/db/handle.ts';
import { insertPractice } from './practice.store.ts';

const TITLE = 'Teste de partida';

/** A practice of these questions, chosen by the first day. Its answers teach as those of every practice. */
export async function addStartTest(
  tx: Tx,
  userId: string,
  questions: readonly { questionId: number; questionVersionId: number }[],
  now: Date,
): Promise<number> {
  const practice = {
    kind: 'start',
    quizId: null,
    lessonId: null,
    creationKey: null,
    shuffleOptions: false,
    topicId: null,
  } as const;
  const id = await insertPractice(tx, { ...practice, userId, title: TITLE, questions, now });
  if (id === undefined) throw new Error('The start test was not stored.');
  return id;
}
