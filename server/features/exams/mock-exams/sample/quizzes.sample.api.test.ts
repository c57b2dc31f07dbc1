import { expect, it } from 'vitest';
import { transact } from '#server/db/transact.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { createPerson } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { readSampleAnswerKeys, sampleAttempts, sampleQuizzes } from './quizzes.sample.ts';

const test = useTestApp();

it('the sample adds published quizzes of commented questions and a draft, once, and search finds them', async () => {
  const teacher = await createPerson(test.deps.db, { role: 'teacher' });
  const student = await createPerson(test.deps.db);
  for (let again = 0; again < 2; again += 1) await sampleQuizzes(test.deps, teacher as unknown as SessionUser);
  const list = (await test.request({ method: 'GET', url: '/api/teacher/quizzes', as: teacher })).json();
  expect(list.map(({ isPublished }: { isPublished: boolean }) => isPublished).toSorted()).toEqual([
    false,
    true,
    true,
    true,
  ]);
  for (const { id, isPublished } of list) {
    const quiz = (await test.request({ method: 'GET', url: `/api/teacher/quizzes/${id}`, as: teacher })).json();
    if (isPublished) expect(quiz.questions.length).toBeGreaterThanOrEqual(10);
    for (const question of quiz.questions) {
      expect(question.comment).not.toBe('');
      expect(question.subjectId).toEqual(expect.any(Number));
      if (isPublished) expect(question.options).toHaveLength(5);
      expect(question.options.filter(({ isCorrect }: { isCorrect: boolean }) => isCorrect)).toHaveLength(1);
      expect(question.options.every(({ comment }: { comment: string }) => comment !== '')).toBe(true);
    }
  }
  const found = await test.request({ method: 'GET', url: '/api/search?q=constitucional', as: student });
  expect(found.json()).toMatchObject([{ kind: 'quiz' }]);
});

it('attempts of its people are graded as every other, at the hour they were made', async () => {
  const student = await createPerson(test.deps.db);
  const sheets = await readSampleAnswerKeys(test.deps);
  const at = new Date('2026-10-01T22:00:00Z');
  const attempt = { sheet: sheets.portugueseAndLogic, userId: student.id, at, hits: 9 };
  await transact(test.deps, (tx) => sampleAttempts(test.deps, tx, [attempt]));
  const url = `/api/quiz-attempts/${sheets.portugueseAndLogic.quizId}`;
  const [own] = (await test.request({ method: 'GET', url, as: student })).json();
  expect(own).toMatchObject({ correctAnswers: 9, totalQuestions: 12, passed: true });
  expect(own.timeSpent).toBeGreaterThan(300);
  const days = test.deps.db.selectFrom('study_days').select('answered').where('user_id', '=', student.id);
  expect(await days.execute()).toEqual([{ answered: true }]);
});

it('questions follow their subject into another', async () => {
  const admin = await createPerson(test.deps.db, { role: 'admin' });
  const subjects = (await test.request({ method: 'GET', url: '/api/subjects', as: admin })).json();
  const [from, into] = ['Raciocínio Lógico', 'Português'].map(
    (name) => subjects.find((subject: { name: string }) => subject.name === name).id as number,
  );
  const countOf = async (subjectId: number | undefined) =>
    (
      await test.deps.db
        .selectFrom('questions')
        .select('id')
        .where('subject_id', '=', subjectId ?? 0)
        .execute()
    ).length;
  const before = [await countOf(from), await countOf(into)];
  const merged = await test.request({
    method: 'POST',
    url: `/api/subjects/${from}/merge`,
    payload: { into },
    as: admin,
  });
  expect(merged.statusCode).toBe(200);
  expect(await countOf(into)).toBe((before[0] ?? 0) + (before[1] ?? 0));
});
