import { describe, expect, it } from 'vitest';
import * as contract from '#contract/content/subjects.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createLesson, createSubject } from '#server/testing/lessons.ts';
import { roundTrip } from '#server/testing/round-trip.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
const adminOf = () => createPerson(test.deps.db, { role: 'admin' });
const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, as: Person, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });

describe('subjects', () => {
  it('are read back whole after every change', async () => {
    await roundTrip(test, {
      as: await adminOf(),
      create: { call: contract.createSubject, body: { name: 'Física' }, reads: { name: 'Física', lessonCount: 0 } },
      update: {
        call: contract.renameSubject,
        body: { name: 'Química' },
        over: () => ({}),
        reads: { name: 'Química', lessonCount: 0 },
      },
      list: { call: contract.listSubjects },
      remove: contract.deleteSubject,
      rows: { table: 'subjects' },
      audit: {
        of: 'subject',
        events: [
          { action: 'subject.renamed', details: { from: 'Física', to: 'Química' } },
          { action: 'subject.deleted', details: { name: 'Química' } },
        ],
      },
    });
  });

  it('are one, whatever the case and accents', async () => {
    const admin = await adminOf();
    const first = await send('POST', '/api/subjects', admin, { name: 'Matemática' });
    expect(first.statusCode).toBe(201);
    const again = await send('POST', '/api/subjects', admin, { name: '  MATEMATICA ' });
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({
      code: 'subject_exists',
      subject: { id: first.json().id, name: 'Matemática' },
    });
  });

  it('are made once when ten teachers ask at once', async () => {
    const admin = await adminOf();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send('POST', '/api/subjects', admin, { name: 'Corrida' })),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, ...Array(9).fill(409)]);
    const made = answers.find((answer) => answer.statusCode === 201)?.json();
    for (const answer of answers.filter((each) => each.statusCode === 409)) {
      expect(answer.json().subject.id).toBe(made.id);
    }
  });

  it.each([{}, { name: '' }, { name: '  ' }, { name: 3 }, { name: 'a'.repeat(101) }, { name: 'a\0' }])(
    'refuse the name %j',
    async (body) => {
      expect((await send('POST', '/api/subjects', await adminOf(), body)).statusCode).toBe(400);
    },
  );

  it('are renamed by admins, in every answer at once', async () => {
    const [admin, teacher] = [await adminOf(), await createPerson(test.deps.db, { role: 'teacher' })];
    const subject = await createSubject(test.deps.db, 'Geografia');
    const other = await createSubject(test.deps.db, 'Atualidades');
    const lesson = await createLesson(test.deps.db, { subjectId: subject.id, title: 'Biomas do Cerrado' });
    const url = `/api/subjects/${subject.id}`;
    const name = async () => (await send('GET', `/api/articles/${lesson.id}`, teacher)).json().subjectName;
    expect(await name()).toBe('Geografia');
    expect((await send('PATCH', url, teacher, { name: 'X' })).statusCode).toBe(403);
    expect((await send('PATCH', url, admin, { name: 'ATUALIDADES' })).json()).toMatchObject({
      code: 'subject_exists',
      subject: { id: other.id },
    });
    expect((await send('PATCH', url, admin, { name: 'Geografia do Brasil' })).json().name).toBe('Geografia do Brasil');
    expect((await send('PATCH', url, admin, { name: 'geografia do brasil' })).json().name).toBe('geografia do brasil');
    expect(await name()).toBe('geografia do brasil');
    const [found] = (await send('GET', '/api/search?q=biomas', teacher)).json();
    expect(found.context).toBe('geografia do brasil');
    expect((await send('PATCH', '/api/subjects/999999', admin, { name: 'X' })).statusCode).toBe(404);
  });

  it('are merged with everything they hold', async () => {
    const admin = await adminOf();
    const [from, into] = [await createSubject(test.deps.db), await createSubject(test.deps.db)];
    const lesson = await createLesson(test.deps.db, { subjectId: from.id, title: 'Mudança' });
    const merge = (id: number, target: number) => send('POST', `/api/subjects/${id}/merge`, admin, { into: target });
    expect((await merge(from.id, from.id)).statusCode).toBe(400);
    expect((await merge(from.id, 999_999)).json().code).toBe('subject_gone');
    expect((await merge(from.id, into.id)).json()).toMatchObject({ id: into.id, lessonCount: 1 });
    expect((await merge(from.id, into.id)).statusCode).toBe(404);
    expect((await send('GET', `/api/articles/${lesson.id}`, admin)).json().subjectId).toBe(into.id);
  });

  it('are deleted only when empty; a deleted lesson comes back without one', async () => {
    const admin = await adminOf();
    const subject = await createSubject(test.deps.db);
    const lesson = await createLesson(test.deps.db, { subjectId: subject.id });
    const remove = () => send('DELETE', `/api/subjects/${subject.id}`, admin);
    expect((await remove()).json().code).toBe('subject_in_use');
    await send('DELETE', `/api/articles/${lesson.id}`, admin);
    expect((await remove()).statusCode).toBe(200);
    expect((await remove()).statusCode).toBe(404);
    expect((await send('POST', `/api/articles/${lesson.id}/restore`, admin)).json()).toMatchObject({
      subjectId: null,
      subjectName: null,
    });
  });

  it('take no lesson that comes while they are merged away', async () => {
    const admin = await adminOf();
    for (let round = 0; round < 5; round += 1) {
      const [from, into] = [await createSubject(test.deps.db), await createSubject(test.deps.db)];
      const body = { title: `Corrida ${round}`, content: '<p>x</p>', subjectId: from.id, published: true };
      const [publish] = await Promise.all([
        send('POST', '/api/articles', admin, body),
        send('POST', `/api/subjects/${from.id}/merge`, admin, { into: into.id }),
      ]);
      expect([201, 409]).toContain(publish?.statusCode);
      if (publish?.statusCode !== 201) continue;
      const { subject_id } = await test.deps.db
        .selectFrom('lessons')
        .select('subject_id')
        .where('id', '=', publish.json().id)
        .executeTakeFirstOrThrow();
      expect(subject_id).toBe(into.id);
    }
  });
});
