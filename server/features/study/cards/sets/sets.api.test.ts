import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { CARD_SETS_OF_COURSE_MAX } from '#contract/study/card-limits.ts';
import type { CardSet, OfferedCardSet } from '#contract/study/card-sets.ts';
import type { Card } from '#contract/study/cards.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createCourse } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let teacher: Person;
let stranger: Person;
let courseId: number;
beforeAll(async () => {
  const now = test.clock.now();
  teacher = await createPerson(test.deps.db, { role: 'teacher', now });
  stranger = await createPerson(test.deps.db, { role: 'teacher', now });
  courseId = await createCourse(test.deps.db, { title: 'Penal', instructorId: teacher.id });
});

const call = (as: Person, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const basic = (front: string) => ({ id: null, kind: 'basic', front, back: `Resposta de ${front}`, hint: '' });
const make = async (title: string, fronts: string[], over: object = {}) => {
  const body = { courseId, title, cards: fronts.map(basic), creationKey: randomUUID(), ...over };
  return { body, response: await call(teacher, 'POST', '/api/teacher/card-sets', body) };
};
const made = async (title: string, fronts: string[]): Promise<CardSet> => (await make(title, fronts)).response.json();
const student = () => createPerson(test.deps.db, { now: test.clock.now() });
const cardsOf = async (as: Person): Promise<Card[]> => (await call(as, 'GET', '/api/cards')).json();

it('a set is made once per key, changed by its newest revision, and deleted', async () => {
  const { body, response } = await make('Crimes', ['A', 'B']);
  expect(response.statusCode, response.body).toBe(201);
  const set: CardSet = response.json();
  expect(set).toMatchObject({ title: 'Crimes', courseId, course: 'Penal', revision: 1 });
  expect((await call(teacher, 'POST', '/api/teacher/card-sets', body)).json()).toEqual(set);

  const [first, second] = set.cards;
  const change = { title: 'Crimes e penas', cards: [basic('C'), { ...second, front: 'B2' }], revision: 1 };
  const saved: CardSet = (await call(teacher, 'PUT', `/api/teacher/card-sets/${set.id}`, change)).json();
  expect(saved.cards.map(({ front }) => front)).toEqual(['C', 'B2']);
  expect(saved.cards[1]?.id).toBe(second?.id);
  expect(saved.cards.map(({ id }) => id)).not.toContain(first?.id);
  expect((await call(teacher, 'PUT', `/api/teacher/card-sets/${set.id}`, change)).json()).toEqual(saved);
  const stale = await call(teacher, 'PUT', `/api/teacher/card-sets/${set.id}`, { ...change, title: 'x' });
  expect(stale.json().code).toBe('version_conflict');

  expect((await call(teacher, 'DELETE', `/api/teacher/card-sets/${set.id}`)).statusCode).toBe(200);
  expect((await call(teacher, 'GET', `/api/teacher/card-sets/${set.id}`)).statusCode).toBe(404);
});

it('a set with a card that cannot be asked is refused, and the card is named', async () => {
  const { response } = await make('Ruim', ['A'], { cards: [basic('A'), { ...basic('B'), kind: 'cloze' }] });
  expect(response.statusCode).toBe(400);
  expect(response.json().fields).toEqual({ 'cards.1.front': 'Esconda pelo menos uma palavra.' });
});

it('a teacher neither reads nor changes sets of courses of others; an administrator does', async () => {
  const set = await made('Só do dono', ['A']);
  const body = { title: 'x', cards: [basic('A')], revision: 1 };
  expect((await call(stranger, 'GET', `/api/teacher/card-sets/${set.id}`)).statusCode).toBe(404);
  expect((await call(stranger, 'PUT', `/api/teacher/card-sets/${set.id}`, body)).statusCode).toBe(404);
  expect((await call(stranger, 'DELETE', `/api/teacher/card-sets/${set.id}`)).statusCode).toBe(404);
  const create = { courseId, title: 'x', cards: [basic('A')], creationKey: randomUUID() };
  expect((await call(stranger, 'POST', '/api/teacher/card-sets', create)).statusCode).toBe(404);
  expect((await call(stranger, 'GET', '/api/teacher/card-sets')).json()).toEqual([]);
  const admin = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
  expect((await call(admin, 'GET', `/api/teacher/card-sets/${set.id}`)).statusCode).toBe(200);
});

it('a student copies a set once, gets what is new by copying again, and keeps the copies', async () => {
  const as = await student();
  const set = await made('Para copiar', ['A', 'B']);
  const offered = async () =>
    ((await call(as, 'GET', '/api/card-sets')).json() as OfferedCardSet[]).find(({ id }) => id === set.id);
  expect(await offered()).toMatchObject({ title: 'Para copiar', course: 'Penal', cards: 2, copied: 0 });
  const copies = await Promise.all([1, 2].map(() => call(as, 'POST', `/api/card-sets/${set.id}/copies`)));
  expect(copies.map((reply) => reply.json().added).toSorted()).toEqual([0, 2]);
  expect((await cardsOf(as)).map(({ front, deck }) => [front, deck]).toSorted()).toEqual([
    ['A', 'Para copiar'],
    ['B', 'Para copiar'],
  ]);
  const changed = { title: 'Para copiar', cards: [{ ...set.cards[0], front: 'A nova' }, basic('C')], revision: 1 };
  await call(teacher, 'PUT', `/api/teacher/card-sets/${set.id}`, changed);
  // The change of the teacher leaves the copies alone.
  expect((await cardsOf(as)).map(({ front }) => front).toSorted()).toEqual(['A', 'B']);
  expect((await call(as, 'POST', `/api/card-sets/${set.id}/copies`)).json()).toEqual({ added: 1 });
  await call(teacher, 'DELETE', `/api/teacher/card-sets/${set.id}`);
  expect((await cardsOf(as)).map(({ front }) => front).toSorted()).toEqual(['A', 'B', 'C']);
  expect((await call(as, 'POST', `/api/card-sets/${set.id}/copies`)).statusCode).toBe(404);
});

it('the sets of a course that is not published are not offered', async () => {
  const hidden = await createCourse(test.deps.db, { instructorId: teacher.id, isPublished: false });
  const { response } = await make('Escondido', ['A'], { courseId: hidden });
  const as = await student();
  expect((await call(as, 'POST', `/api/card-sets/${response.json().id}/copies`)).statusCode).toBe(404);
  const titles = ((await call(as, 'GET', '/api/card-sets')).json() as OfferedCardSet[]).map(({ title }) => title);
  expect(titles).not.toContain('Escondido');
});

it(`a course has at most ${CARD_SETS_OF_COURSE_MAX} sets`, async () => {
  const full = await createCourse(test.deps.db, { instructorId: teacher.id });
  const now = test.clock.now();
  await test.deps.db
    .insertInto('card_sets')
    .values(
      Array.from({ length: CARD_SETS_OF_COURSE_MAX }, (_, at) => ({
        course_id: full,
        title: `Conjunto ${at}`,
        creation_key: randomUUID(),
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
  expect((await make('Mais um', ['A'], { courseId: full })).response.json().code).toBe('conflict');
});
