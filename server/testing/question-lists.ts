import { randomBytes, randomUUID } from 'node:crypto';
import type { TestApp } from './test-app.ts';

type StoredList = {
  userId: string;
  questionId: number;
  isCorrect: boolean | null;
  isShared?: boolean;
  /** A living list of the student's mistakes. */
  isOfMistakes?: boolean;
};

/** Stores a list with one question, answered or not. Returns its id and the token that its link has if it is shared. */
export async function createTestList(test: TestApp, { userId, questionId, isCorrect, isShared, ...list }: StoredList) {
  const { db } = test.deps;
  const now = test.clock.now();
  const token = randomBytes(16).toString('hex');
  const answered = isCorrect === null ? 0 : 1;
  const filter = { topicIds: [], sources: [], difficulties: [], only: 'wrong' };
  const counts = { total: 1, answered, correct: isCorrect ? 1 : 0 };
  const { id } = await db
    .insertInto('question_lists')
    .values({
      user_id: userId,
      name: 'Caderno',
      ...(list.isOfMistakes ? { filter: JSON.stringify(filter), is_living: true } : {}),
      share_token: isShared ? token : null,
      created_at: now,
      used_at: now,
      ...counts,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const answer = isCorrect === null ? {} : { answered_at: now, is_correct: isCorrect, wrongs: isCorrect ? 0 : 1 };
  await db
    .insertInto('question_list_items')
    .values({ list_id: id, question_id: questionId, position: 1, rank: 1, ...answer })
    .execute();
  return { id, token };
}

/** Stores a comment below a question. */
export async function createTestComment(
  test: TestApp,
  { userId, questionId, body = 'Comentário.' }: { userId: string; questionId: number; body?: string },
): Promise<number> {
  const row = { user_id: userId, question_id: questionId, body, alias: 'Ipê 1', state: 'shown' };
  const times = { written_on: '2026-11-15', created_at: test.clock.now(), creation_key: randomUUID() };
  const { id } = await test.deps.db
    .insertInto('question_comments')
    .values({ ...row, ...times })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
