import { beforeAll, expect, it } from 'vitest';
import type { QueuedEssay } from '#contract/exams/essay-grading.ts';
import type { Essay, OpenTheme, ReturnedEssay } from '#contract/exams/essays.ts';
import { transact } from '#server/db/transact.ts';
import { countRows, createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { removeSampleThemes, sampleEssays } from './essays.sample.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let teacher: Person;
let student: Person;
let classmates: Person[];

beforeAll(async () => {
  const { db } = test.deps;
  [teacher, student] = [await createPerson(db, { role: 'teacher' }), await createPerson(db)];
  classmates = await Promise.all(Array.from({ length: 8 }, () => createPerson(db)));
  const asUser = (person: Person) => ({ ...person, sessionId: '' });
  const people = { teacher: asUser(teacher), student: asUser(student), classmates: classmates.map(asUser) };
  await sampleEssays(test.deps, people);
});

const get = async (url: string, as: Person) => (await test.request({ method: 'GET', url, as })).json();

it('the sample has three themes with essays in every state', async () => {
  const themes: OpenTheme[] = await get('/api/essay-themes', student);
  expect(themes.map(({ mine }) => mine?.state)).toEqual(['writing', 'delivered', 'returned']);
  expect(themes[2]?.mine).toMatchObject({ number: 2, score: 18.2 });
  const waiting: QueuedEssay[] = await get('/api/teacher/essays', teacher);
  expect(waiting).toHaveLength(6);
  expect(waiting.filter(({ lease }) => lease?.isMine)).toHaveLength(1);
  expect(waiting.filter(({ isPhoto }) => isPhoto)).toMatchObject([{ lines: expect.any(Number), lease: null }]);
  const returned: ReturnedEssay[] = await get('/api/essays', student);
  expect(returned.map(({ score }) => score)).toEqual([16.1, 18.2, expect.any(Number)]);
  const photo: Essay = await get(`/api/essays/${returned[2]?.id}`, student);
  expect(photo).toMatchObject({ isPhoto: true, state: 'returned', text: '', pages: [{ width: 1200 }] });
  expect(photo.returned?.correction.marks.map(({ area }) => area?.page)).toEqual([1, 1, 1]);
  const { bytes } = await test.deps.db.selectFrom('essay_pages').select('bytes').executeTakeFirstOrThrow();
  expect(bytes).toBeLessThan(400 * 1024);
});

it('the sample is removed with its people, and a theme that a real student writes about stays', async () => {
  const { db } = test.deps;
  const [first] = (await get('/api/essay-themes', student)) as OpenTheme[];
  const real = await createPerson(db);
  await test.request({ method: 'POST', url: `/api/essay-themes/${first?.id}/essays`, as: real, payload: {} });
  const ids = [teacher, student, ...classmates].map(({ id }) => id);
  await db.deleteFrom('users').where('id', 'in', ids).execute();
  await transact(test.deps, (tx) => removeSampleThemes(tx));
  expect(await countRows(db, 'essay_themes')).toBe(1);
  expect(await countRows(db, 'essays')).toBe(1);
  expect(await countRows(db, 'essay_theme_versions')).toBe(1);
  expect(await countRows(db, 'search_entries')).toBe(2);
});
