import { expect, it } from 'vitest';
import * as contract from '#contract/content/courses.ts';
import { createPerson } from '#server/testing/factories.ts';
import { createTestQuiz } from '#server/testing/quizzes.ts';
import { partialRoundTrip } from '#server/testing/round-trip.ts';
import { createLesson } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();

it("a course's content is read back whole and in order, and another course keeps its own", async () => {
  const { db } = test.deps;
  const teacher = await createPerson(db, { role: 'teacher' });
  const [lesson, quiz] = [await createLesson(db, 'A primeira'), await createTestQuiz(db)];
  const make = async (title: string) => {
    const payload = { title, description: 'Tudo.', category: 'DIREITO', difficulty: 'advanced', isPublished: true };
    return (await test.request({ method: 'POST', url: '/api/courses', payload, as: teacher })).json();
  };
  const [course, beside] = [await make('Soldado PM'), await make('Outro curso')];
  await test.request({
    method: 'PUT',
    url: `/api/courses/${beside.id}/items`,
    payload: { items: [{ kind: 'lesson', id: lesson }], version: beside.version },
    as: teacher,
  });
  const asLesson = { kind: 'lesson', id: lesson, title: 'A primeira' };
  const asQuiz = { kind: 'quiz', id: quiz.id };
  const versionOf = (read: Record<string, unknown>) => read.version;
  await partialRoundTrip(test, {
    save: contract.saveCourseItems,
    read: contract.getCourse,
    as: teacher,
    id: course.id,
    other: beside.id,
    saves: [
      {
        body: (read) => ({ version: versionOf(read), items: [asQuiz, { kind: 'lesson', id: lesson }] }),
        reads: { items: [expect.objectContaining(asQuiz), expect.objectContaining(asLesson)] },
      },
      {
        body: (read) => ({ version: versionOf(read), items: [{ kind: 'lesson', id: lesson }] }),
        reads: { items: [expect.objectContaining(asLesson)] },
      },
    ],
  });
});

it('modules are kept with their items, also by a client that knows nothing of them', async () => {
  const { db } = test.deps;
  const teacher = await createPerson(db, { role: 'teacher' });
  const [first, second] = [await createLesson(db, 'Um'), await createLesson(db, 'Dois')];
  const created = await test.request({ method: 'POST', url: '/api/courses', payload: { title: 'Curso' }, as: teacher });
  const { id, version } = created.json();
  const save = async (items: object[], on: number) => {
    const url = `/api/courses/${id}/items`;
    const response = await test.request({ method: 'PUT', url, payload: { items, version: on }, as: teacher });
    expect(response.statusCode).toBe(200);
    return response.json();
  };
  const named = await save(
    [
      { kind: 'lesson', id: first, module: ' Ler como a banca lê ' },
      { kind: 'lesson', id: second, module: '' },
    ],
    version,
  );
  expect(named.items).toMatchObject([
    { id: first, module: 'Ler como a banca lê' },
    { id: second, module: '' },
  ]);
  const turned = await save(
    [
      { kind: 'lesson', id: second },
      { kind: 'lesson', id: first },
    ],
    named.version,
  );
  expect(turned.items).toMatchObject([
    { id: second, module: '' },
    { id: first, module: 'Ler como a banca lê' },
  ]);
});

it('data and content are saved together, or neither is', async () => {
  const { db } = test.deps;
  const teacher = await createPerson(db, { role: 'teacher' });
  const lesson = await createLesson(db, 'Um');
  const created = await test.request({ method: 'POST', url: '/api/courses', payload: { title: 'Curso' }, as: teacher });
  const { id, version } = created.json();
  const data = { description: 'Tudo.', category: 'DIREITO', difficulty: 'advanced', duration: 90, isPublished: true };
  const save = (change: object) =>
    test.request({
      method: 'PUT',
      url: `/api/courses/${id}/whole`,
      payload: {
        title: 'Soldado PM',
        ...data,
        imageUrl: null,
        items: [{ kind: 'lesson', id: lesson }],
        version,
        ...change,
      },
      as: teacher,
    });
  const read = async () => (await test.request({ method: 'GET', url: `/api/courses/${id}`, as: teacher })).json();
  const before = await read();
  const refused = await save({ items: [{ kind: 'lesson', id: 2_000_000_000 }] });
  expect([refused.statusCode, await read()]).toEqual([400, before]);
  const saved = (await save({ items: [{ kind: 'lesson', id: lesson, module: 'Módulo 1' }] })).json();
  expect(saved).toMatchObject({ title: 'Soldado PM', ...data, version: version + 1 });
  expect(saved.items).toMatchObject([{ kind: 'lesson', id: lesson, module: 'Módulo 1' }]);
  expect(await read()).toEqual(saved);
  expect((await save({ title: 'Por cima' })).json()).toMatchObject({ code: 'version_conflict' });
});
