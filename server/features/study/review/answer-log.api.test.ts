import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { takeQuiz } from '#server/testing/bank.ts';
import { breakRows } from '#server/testing/broken-row.ts';
import { createPerson } from '#server/testing/factories.ts';
import { createTestQuiz } from '#server/testing/quizzes.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();

it('answers of closed attempts are logged for the other students when one fails, and the job retries that one', async () => {
  const { db, jobs } = test.deps;
  const userIds: string[] = [];
  const attemptIds: number[] = [];
  for (let n = 0; n < 2; n += 1) {
    const person = await createPerson(db, { now: test.clock.now() });
    const quiz = await createTestQuiz(db);
    const answers = new Map(quiz.questions.map(({ id, right }) => [id, right]));
    userIds.push(person.id);
    attemptIds.push((await takeQuiz(test, person, quiz.id, answers)).id);
  }
  // Only the job below is to log them, both in one run.
  await sql`DELETE FROM pgboss.job WHERE name = 'log-attempt-answers'`.execute(db);
  const logged = async () => {
    const rows = await db.selectFrom('answer_log').select('user_id').distinct().execute();
    return userIds.map((id) => rows.some((row) => row.user_id === id));
  };
  for (const [broken, expected] of [
    [0, [false, true]],
    [1, [true, false]],
  ] as const) {
    await db.deleteFrom('answer_log').execute();
    const repair = await breakRows(db, 'answer_log', `r.user_id = '${userIds[broken]}'`);
    await jobs.send(db, 'log-attempt-answers', { attemptIds });
    await jobs.drain();
    expect(await logged()).toEqual(expected);
    await repair();
    await sql`UPDATE pgboss.job SET start_after = created_on WHERE state = 'retry'`.execute(db);
    await jobs.drain();
    expect(await logged()).toEqual([true, true]);
  }
});
