import { expect, it } from 'vitest';
import { useTestApp } from '#server/testing/test-app.ts';
import { isForeignKeyViolation, isLockNotAvailable, isStalePlan, isUniqueViolation } from './violations.ts';

const test = useTestApp();

it('violations that PostgreSQL reports are distinguished by their kind', async () => {
  const { db, clock } = test.deps;
  const subject = { name: 'a', name_key: 'a', created_at: clock.now() };
  await db.insertInto('subjects').values(subject).execute();
  const twice = await db
    .insertInto('subjects')
    .values(subject)
    .execute()
    .catch((error: unknown) => error);
  const orphan = await db
    .insertInto('study_feeds')
    .values({
      user_id: '0198b7a5-0000-7000-8000-000000000000',
      id: '0198b7a5-0000-7000-8000-000000000001',
      created_at: clock.now(),
    })
    .execute()
    .catch((error: unknown) => error);
  expect([isUniqueViolation(twice), isForeignKeyViolation(twice)]).toEqual([true, false]);
  expect([isUniqueViolation(twice, 'subjects_name_key_key'), isUniqueViolation(twice, 'another')]).toEqual([
    true,
    false,
  ]);
  expect([isUniqueViolation(orphan), isForeignKeyViolation(orphan)]).toEqual([false, true]);
});

it.each([[undefined], [null], ['23503'], [new Error('23505')], [{ code: 'ECONNRESET' }]])(
  '%s is none of them',
  (error) => {
    const questions = [isForeignKeyViolation, isUniqueViolation, isLockNotAvailable, isStalePlan];
    expect(questions.map((ask) => ask(error))).toEqual([false, false, false, false]);
  },
);
