import { expect, it } from 'vitest';
import * as contract from '#contract/content/lessons.ts';
import { createPerson } from '#server/testing/factories.ts';
import { createSubject } from '#server/testing/lessons.ts';
import { roundTrip } from '#server/testing/round-trip.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();

it('a lesson is read back whole after every change', async () => {
  const teacher = await createPerson(test.deps.db, { role: 'teacher', firstName: 'Luana', lastName: 'Alves' });
  const [grammar, law] = [await createSubject(test.deps.db, 'Gramática'), await createSubject(test.deps.db, 'Direito')];
  const now = test.clock.now().toISOString();
  const topicOf = async (subjectId: number, name: string): Promise<number> => {
    const payload = { subjectId, name };
    return (await test.request({ method: 'POST', url: '/api/teacher/topics', payload, as: teacher })).json().id;
  };
  const body = {
    title: 'Crase',
    content: '<p>Vou à praia.</p>',
    subjectId: grammar.id,
    topicId: await topicOf(grammar.id, 'Acentos'),
  };
  const changed = {
    title: 'Penas',
    content: `<p>${'palavra '.repeat(450).trim()}</p>`,
    subjectId: law.id,
    topicId: await topicOf(law.id, 'Prisão'),
  };
  const standing = {
    published: true,
    authorId: teacher.id,
    authorName: 'Luana Alves',
    createdAt: now,
    updatedAt: now,
    recordings: [],
    previous: null,
    next: null,
  };
  const { id } = await roundTrip(test, {
    as: teacher,
    create: {
      call: contract.createLesson,
      body: { ...body, published: true },
      reads: { ...body, ...standing, subjectName: 'Gramática', wordCount: 3, readingMinutes: 1, version: 1 },
    },
    update: {
      call: contract.updateLesson,
      body: changed,
      over: ({ version }) => ({ version }),
      reads: { ...changed, ...standing, subjectName: 'Direito', wordCount: 450, readingMinutes: 2, version: 2 },
    },
    read: { call: contract.getLesson },
    list: { call: contract.listLessons, shows: summaryOf },
    remove: contract.deleteLesson,
    rows: { table: 'lessons', stay: true },
    audit: { of: 'lesson', events: [{ action: 'lesson.deleted', details: { title: 'Penas' } }] },
  });
  const [deleted] = (await test.request({ method: 'GET', url: '/api/articles/deleted', as: teacher })).json();
  expect(deleted).toEqual({
    ...summaryOf({ ...changed, ...standing, id, readingMinutes: 2 }),
    deletedAt: now,
    expiresAt: '2026-12-15T12:00:00.000Z',
  });
});

const summaryOf = ({
  id,
  title,
  subjectId,
  topicId,
  published,
  authorId,
  readingMinutes,
  createdAt,
}: Record<string, unknown>) => ({
  id,
  title,
  subjectId,
  topicId,
  published,
  authorId,
  readingMinutes,
  createdAt,
});
