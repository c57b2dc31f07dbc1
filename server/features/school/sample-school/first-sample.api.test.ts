import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { portugueseAndLogic } from '#server/features/exams/mock-exams/sample/portuguese-and-logic.ts';
import { createSessions } from '#server/http/sessions.ts';
import { countRows, createPerson } from '#server/testing/factories.ts';
import { createTestQuiz } from '#server/testing/quizzes.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { removeSample } from './removal.service.ts';

const test = useTestApp();

it('the sample of the first release, which bears no marks, is removed after an upgrade; work of later days stays', async () => {
  const { deps, clock } = test;
  const sessions = createSessions(deps);
  const nobodys = await removeSample(deps, sessions, null);
  expect(nobodys.quizzes).toEqual({ removed: 0, kept: 0 });

  const now = clock.now();
  const teacher = await createPerson(deps.db, { role: 'teacher', username: 'professora', now });
  const student = await createPerson(deps.db, { username: 'rafaela', now });
  const colleague = await createPerson(deps.db, { role: 'teacher', now });
  await sql`UPDATE users SET email = 'rafaela@exemplo.com.br', first_name = 'Rafaela', last_name = 'Souza'
            WHERE id = ${student.id}`.execute(deps.db);
  const sample = await createTestQuiz(deps.db, { authorId: teacher.id, questions: 2, now });
  await sql`UPDATE quizzes SET creation_key = ${portugueseAndLogic.creationKey}, is_sample = false
            WHERE id = ${sample.id}`.execute(deps.db);
  clock.advance(7 * 86_400_000);
  const later = await createTestQuiz(deps.db, { authorId: teacher.id, questions: 1, now: clock.now() });
  const other = await createTestQuiz(deps.db, { authorId: colleague.id, questions: 1, now });

  const removed = await removeSample(deps, sessions, null);
  expect(removed).toMatchObject({ people: { removed: 2 }, quizzes: { removed: 1, kept: 1 } });
  const left = await deps.db.selectFrom('quizzes').select(['id', 'is_sample as isSample']).orderBy('id').execute();
  expect(left).toEqual([later.id, other.id].map((id) => ({ id, isSample: false })));
  expect(await countRows(deps.db, 'users')).toBe(1);
  // A second time finds nothing to do.
  expect((await removeSample(deps, sessions, null)).quizzes).toEqual({ removed: 0, kept: 0 });
});
