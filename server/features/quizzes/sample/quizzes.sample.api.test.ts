import { expect, it } from 'vitest';
import { createPerson } from '../../../testing/factories.ts';
import { useTestApp } from '../../../testing/test-app.ts';
import { sampleQuizzes } from './quizzes.sample.ts';

const test = useTestApp();

it('brings two published quizzes of commented questions, once, that can be found', async () => {
  const teacher = await createPerson(test.deps.db, { role: 'teacher' });
  const student = await createPerson(test.deps.db);
  await sampleQuizzes(test.deps, teacher.id);
  await sampleQuizzes(test.deps, teacher.id);
  const list = (await test.request({ method: 'GET', url: '/api/teacher/quizzes', as: teacher })).json();
  expect(list).toHaveLength(2);
  for (const { id, isPublished } of list) {
    expect(isPublished).toBe(true);
    const quiz = (await test.request({ method: 'GET', url: `/api/teacher/quizzes/${id}`, as: teacher })).json();
    expect(quiz.questions.length).toBeGreaterThanOrEqual(10);
    for (const question of quiz.questions) {
      expect(question.comment).not.toBe('');
      expect(question.subjectId).toEqual(expect.any(Number));
      expect(question.options).toHaveLength(5);
      expect(question.options.filter(({ isCorrect }: { isCorrect: boolean }) => isCorrect)).toHaveLength(1);
      expect(question.options.every(({ comment }: { comment: string }) => comment !== '')).toBe(true);
    }
  }
  const taken = list.find(({ title }: { title: string }) => title.startsWith('Simulado 1'));
  const url = `/api/teacher/quizzes/${taken.id}/statistics`;
  const statistics = (await test.request({ method: 'GET', url, as: teacher })).json();
  expect(statistics).toMatchObject({ attempts: 24, students: 24 });
  expect(statistics.averagePercent).toBeGreaterThan(40);
  expect(statistics.averagePercent).toBeLessThan(85);
  const warned = statistics.questions.filter(({ suspicions }: { suspicions: string[] }) =>
    suspicions.includes('negative_discrimination'),
  );
  expect(warned).toHaveLength(1);

  const found = await test.request({ method: 'GET', url: '/api/search?q=constitucional', as: student });
  expect(found.json()).toMatchObject([{ kind: 'quiz' }]);
  const [{ id }] = found.json();
  const hide = { method: 'POST', url: `/api/teacher/quizzes/${id}/unpublish`, as: teacher } as const;
  expect((await test.request(hide)).statusCode).toBe(200);
  expect((await test.request({ method: 'GET', url: '/api/search?q=constitucional', as: student })).json()).toEqual([]);
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
