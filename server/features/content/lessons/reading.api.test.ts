import { describe, expect, it } from 'vitest';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createLesson, createSubject } from '#server/testing/lessons.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();

const put = (url: string, as: Person, payload: object) => test.request({ method: 'PUT', url, as, payload });
const progress = async (as: Person) => (await test.request({ method: 'GET', url: '/api/lesson-progress', as })).json();

async function scene() {
  const reader = await createPerson(test.deps.db, { now: test.clock.now() });
  const subject = await createSubject(test.deps.db);
  const lesson = await createLesson(test.deps.db, {
    subjectId: subject.id,
    content: `<p>${'palavra '.repeat(400)}</p>`,
  });
  const url = `/api/articles/${lesson.id}`;
  const report = (activeSeconds: number, reachedEnd: boolean, position = 0.5) =>
    put(`${url}/reading`, reader, { position, activeSeconds, reachedEnd });
  return { reader, lesson, url, report };
}

describe('reading', () => {
  it('keeps the place and ticks the lesson off when it was really read', async () => {
    const { reader, lesson, report } = await scene();
    await report(0, false, 0);
    test.clock.advance(20_000);
    expect((await report(20, false, 0.4)).json()).toMatchObject({ lessonId: lesson.id, completedAt: null });
    test.clock.advance(20_000);
    expect((await report(20, true, 1)).json().completedAt).toBe(test.clock.now().toISOString());
    expect(await progress(reader)).toEqual([
      { lessonId: lesson.id, position: 1, completedAt: test.clock.now().toISOString() },
    ]);
  });

  it('believes no client that claims an hour', async () => {
    const { report } = await scene();
    await report(3600, true, 1);
    expect((await report(3600, true, 1)).json().completedAt).toBeNull();
    const answers = await Promise.all(Array.from({ length: 20 }, () => report(3600, true, 1)));
    for (const answer of answers) expect(answer.json().completedAt).toBeNull();
  });

  it('is ticked and unticked by hand, and stays unticked', async () => {
    const { reader, url, report } = await scene();
    const tick = (completed: boolean) => put(`${url}/completion`, reader, { completed });
    const first = (await tick(true)).json();
    test.clock.advance(5000);
    expect((await tick(true)).json()).toEqual(first);
    expect((await tick(false)).json().completedAt).toBeNull();
    test.clock.advance(600_000);
    expect((await report(600, true, 1)).json().completedAt).toBeNull();
    expect((await tick(true)).json().completedAt).not.toBeNull();
  });

  it('is visible and writable only for its reader', async () => {
    const { url } = await scene();
    const other = await createPerson(test.deps.db, { now: test.clock.now() });
    expect(await progress(other)).toEqual([]);
    expect(
      (await test.request({ method: 'PUT', url: `${url}/completion`, payload: { completed: true } })).statusCode,
    ).toBe(401);
  });

  it.each([
    { position: -0.1, activeSeconds: 1, reachedEnd: false },
    { position: 1.1, activeSeconds: 1, reachedEnd: false },
    { position: 0, activeSeconds: -1, reachedEnd: false },
    { position: 0, activeSeconds: 1e9, reachedEnd: false },
    { position: '0', activeSeconds: 1, reachedEnd: false },
    { position: 0, activeSeconds: 1 },
    {},
  ])('refuses %j', async (body) => {
    const { reader, url } = await scene();
    expect((await put(`${url}/reading`, reader, body)).statusCode).toBe(400);
  });

  it('is refused for a lesson that does not exist', async () => {
    const { reader } = await scene();
    const body = { position: 0, activeSeconds: 0, reachedEnd: false };
    expect((await put('/api/articles/999999/reading', reader, body)).statusCode).toBe(404);
    expect((await put('/api/articles/999999/completion', reader, { completed: true })).statusCode).toBe(404);
  });
});
