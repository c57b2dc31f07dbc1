import { expect, it } from 'vitest';
import { loadSample } from '../../sample.ts';
import { createPerson } from '../../testing/factories.ts';
import { useTestApp } from '../../testing/test-app.ts';

const test = useTestApp();

it('brings two published courses made of the sample content, once', async () => {
  for (let again = 0; again < 2; again += 1) await loadSample(test.deps, () => 'segredo1');
  const student = await createPerson(test.deps.db);
  const courses = (await test.request({ method: 'GET', url: '/api/courses', as: student })).json();
  expect(courses).toHaveLength(2);
  for (const course of courses) {
    expect(course).toMatchObject({ isPublished: true, instructorName: 'Luana Ferraz' });
    const { items } = (await test.request({ method: 'GET', url: `/api/courses/${course.id}`, as: student })).json();
    expect(items.filter(({ kind }: { kind: string }) => kind === 'lesson').length).toBeGreaterThan(2);
    expect(items.at(-1).kind).toBe('quiz');
  }
  const found = (await test.request({ method: 'GET', url: '/api/search?q=soldado', as: student })).json();
  expect(found.filter(({ kind }: { kind: string }) => kind === 'course')).toHaveLength(2);
}, 60_000);
