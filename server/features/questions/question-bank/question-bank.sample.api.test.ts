import { expect, it } from 'vitest';
import { createPerson } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { sampleBank } from './question-bank.sample.ts';

const test = useTestApp();

it('the sample adds questions of several subjects once, for teachers to find and students to practise', async () => {
  const teacher = await createPerson(test.deps.db, { role: 'teacher' });
  await sampleBank(test.deps, teacher.id);
  await sampleBank(test.deps, teacher.id);
  const reply = await test.request({ method: 'GET', url: '/api/teacher/questions', as: teacher });
  const list: { id: number; subject: string; topic: string; difficulty: string; source: string }[] = reply.json();
  // Twenty-two to train with, and twenty of the weekly simulado.
  const toTrain = list.filter(({ source }) => source === 'Alvorada');
  expect([list.length, toTrain.length]).toEqual([42, 22]);
  expect(new Set(list.map(({ subject }) => subject)).size).toBe(5);
  expect(list.every(({ topic, difficulty }) => topic && difficulty)).toBe(true);
  const whole = await Promise.all(
    toTrain.map(async ({ id }) =>
      (await test.request({ method: 'GET', url: `/api/teacher/questions/${id}`, as: teacher })).json(),
    ),
  );
  expect(whole.filter(({ format }) => format === 'html')).toHaveLength(6);
  for (const { options, comment } of whole) {
    expect(comment).not.toBe('');
    expect(options.every((option: { comment: string }) => option.comment !== '')).toBe(true);
    expect(options.filter((option: { isCorrect: boolean }) => option.isCorrect)).toHaveLength(1);
  }
  const student = await createPerson(test.deps.db);
  const { subjects } = (await test.request({ method: 'GET', url: '/api/practice-choices', as: student })).json();
  expect(subjects).toHaveLength(5);
});
