import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { CARD_PICTURES_MAX } from '#contract/study/card-limits.ts';
import type { CardSet } from '#contract/study/card-sets.ts';
import type { Card } from '#contract/study/cards.ts';
import { DAY_MS } from '#contract/time.ts';
import { insertNumberedPictures, uploadTestPicture } from '#server/testing/cards.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createCourse } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { deleteUnusedPictures } from '../pictures.service.ts';
import { copyPictures } from './set-pictures.store.ts';
import { lockUncopied } from './sets.store.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let teacher: Person;
let courseId: number;
beforeAll(async () => {
  teacher = await createPerson(test.deps.db, { role: 'teacher', now: test.clock.now() });
  courseId = await createCourse(test.deps.db, { title: 'Penal', instructorId: teacher.id });
});

const call = (as: Person, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const basic = (over: object = {}) => ({ id: null, kind: 'basic', front: 'Dolo?', back: 'Vontade.', hint: '', ...over });
async function make(cards: object[], as = teacher): Promise<CardSet> {
  const body = { courseId, title: 'Crimes', cards, creationKey: randomUUID() };
  const response = await call(as, 'POST', '/api/teacher/card-sets', body);
  expect(response.statusCode, response.body).toBe(201);
  return response.json();
}
const save = (set: CardSet, cards: object[], as = teacher, revision = set.revision) =>
  call(as, 'PUT', `/api/teacher/card-sets/${set.id}`, { title: set.title, cards, revision });
const student = () => createPerson(test.deps.db, { now: test.clock.now() });
const copy = (as: Person, set: CardSet) => call(as, 'POST', `/api/card-sets/${set.id}/copies`);
const cardsOf = async (as: Person): Promise<Card[]> => (await call(as, 'GET', '/api/cards')).json();
const urlOf = (set: CardSet, at = 0) => set.cards[at]?.picture?.url ?? '';
const sweep = () => deleteUnusedPictures(test.deps, new Date(test.clock.now().getTime() + DAY_MS), 1000);
const keyOf = async (setId: number) =>
  (
    await test.deps.db
      .selectFrom('card_set_cards')
      .select('picture_key as key')
      .where('set_id', '=', setId)
      .executeTakeFirstOrThrow()
  ).key;
const isReleased = async (key: string | null) =>
  (await test.deps.db.selectFrom('unclaimed_files').select('key').execute()).some((file) => file.key === key);
const waitingForLocks = async () => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(test.deps.db);
  return rows[0]?.count;
};
const erase = (person: Person) => test.deps.db.deleteFrom('users').where('id', '=', person.id).execute();

it('a picture of a set is read by those who may edit it, and by no other teacher', async () => {
  const { id: pictureId } = await uploadTestPicture(test, teacher, 'red');
  const set = await make([basic({ pictureId, pictureSide: 'front' })]);
  expect(set.cards[0]).toMatchObject({ pictureSide: 'front', picture: { width: 8, height: 6 } });
  const read = await call(teacher, 'GET', urlOf(set));
  expect(read.statusCode).toBe(200);
  expect(read.headers['content-type']).toBe('image/webp');
  const [stranger, admin] = [
    await createPerson(test.deps.db, { role: 'teacher', now: test.clock.now() }),
    await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() }),
  ];
  expect((await call(stranger, 'GET', urlOf(set))).statusCode).toBe(404);
  expect((await call(admin, 'GET', urlOf(set))).statusCode).toBe(200);
});

it('a picture that another person uploaded is refused', async () => {
  const other = await createPerson(test.deps.db, { role: 'teacher', now: test.clock.now() });
  const { id: pictureId } = await uploadTestPicture(test, other, 'red');
  const body = { courseId, title: 'x', cards: [basic({ pictureId })], creationKey: randomUUID() };
  expect((await call(teacher, 'POST', '/api/teacher/card-sets', body)).statusCode).toBe(404);
  const set = await make([basic()]);
  expect((await save(set, [basic({ pictureId })])).statusCode).toBe(404);
});

it('a change that leaves the picture out keeps it, another upload replaces it, and null removes it', async () => {
  const { id: pictureId } = await uploadTestPicture(test, teacher, 'green');
  const set = await make([basic({ pictureId, pictureSide: 'front' })]);
  const id = set.cards[0]?.id;
  const admin = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
  const renamed: CardSet = (await save(set, [basic({ id, front: 'Culpa?' })], admin)).json();
  expect(renamed.cards[0]).toMatchObject({ front: 'Culpa?', pictureSide: 'front', picture: set.cards[0]?.picture });

  const next = await uploadTestPicture(test, teacher, 'blue');
  const change = [basic({ id, pictureId: next.id, pictureSide: 'back' })];
  const replaced: CardSet = (await save(renamed, change)).json();
  expect(urlOf(replaced)).not.toBe(urlOf(set));
  expect(replaced.cards[0]?.pictureSide).toBe('back');
  expect((await call(teacher, 'GET', urlOf(set))).statusCode).toBe(404);
  expect((await save(renamed, change)).json()).toEqual(replaced);
  const other = await save(renamed, [basic({ id, pictureId, pictureSide: 'back' })]);
  expect(other.json().code).toBe('version_conflict');
  const otherSide = await save(renamed, [basic({ id, pictureId: next.id, pictureSide: 'front' })]);
  expect(otherSide.json().code).toBe('version_conflict');

  const key = await keyOf(set.id);
  const bare: CardSet = (await save(replaced, [basic({ id, pictureId: null })])).json();
  expect(bare.cards[0]?.picture).toBeNull();
  expect((await save(replaced, [basic({ id, pictureId: null })])).json()).toEqual(bare);
  expect(await isReleased(key)).toBe(false);
  await sweep();
  expect(await isReleased(key)).toBe(true);
});

it('a copy has the picture on its side, and keeps it when the set is deleted', async () => {
  const { id: pictureId } = await uploadTestPicture(test, teacher, 'yellow');
  const set = await make([basic({ pictureId, pictureSide: 'front' }), basic({ pictureId }), basic()]);
  const as = await student();
  expect((await copy(as, set)).json()).toEqual({ added: 3 });
  const cards = await cardsOf(as);
  expect(cards.map(({ pictureSide, picture }) => `${pictureSide} ${picture?.width}`).toSorted()).toEqual([
    'back 8',
    'back undefined',
    'front 8',
  ]);
  const url = cards.find(({ picture }) => picture)?.picture?.url ?? '';
  const key = await keyOf(set.id);
  await call(teacher, 'DELETE', `/api/teacher/card-sets/${set.id}`);
  await sweep();
  expect(await isReleased(key)).toBe(false);
  expect((await call(as, 'GET', url)).statusCode).toBe(200);
  await erase(as);
  expect(await isReleased(key)).toBe(true);
});

it('a student who has the same picture gets no second one', async () => {
  const as = await student();
  const own = await uploadTestPicture(test, as, 'purple');
  const { id: pictureId } = await uploadTestPicture(test, teacher, 'purple');
  await copy(as, await make([basic({ pictureId })]));
  expect((await cardsOf(as))[0]?.picture?.id).toBe(own.id);
});

it('the picture of a set stays when its author is erased', async () => {
  const course = await createCourse(test.deps.db, { instructorId: teacher.id });
  const admin = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
  const { id: pictureId } = await uploadTestPicture(test, admin, 'orange');
  const body = { courseId: course, title: 'x', cards: [basic({ pictureId })], creationKey: randomUUID() };
  const set: CardSet = (await call(admin, 'POST', '/api/teacher/card-sets', body)).json();
  await erase(admin);
  expect(await isReleased(await keyOf(set.id))).toBe(false);
  expect((await call(teacher, 'GET', urlOf(set))).statusCode).toBe(200);
});

it('a file that two transactions release at the same time is released', async () => {
  const { id: pictureId } = await uploadTestPicture(test, teacher, 'brown');
  const set = await make([basic({ pictureId })]);
  const [first, second] = [await student(), await student()];
  for (const as of [first, second]) await copy(as, set);
  const key = await keyOf(set.id);
  await call(teacher, 'DELETE', `/api/teacher/card-sets/${set.id}`);
  await sweep();
  let erasing: Promise<unknown> | undefined;
  await test.deps.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('users').where('id', '=', first.id).execute();
    erasing = erase(second);
    await expect.poll(waitingForLocks, { timeout: 10_000 }).toBe(1);
  });
  await erasing;
  expect(await isReleased(key)).toBe(true);
});

it('a set that is deleted while a student copies it leaves the student the picture', async () => {
  const { id: pictureId } = await uploadTestPicture(test, teacher, 'cyan');
  const set = await make([basic({ pictureId })]);
  await sweep();
  const as = await student();
  const key = await keyOf(set.id);
  let deleting: Promise<unknown> | undefined;
  await test.deps.db.transaction().execute(async (tx) => {
    const cards = await lockUncopied(tx, as.id, set.id);
    deleting = call(teacher, 'DELETE', `/api/teacher/card-sets/${set.id}`);
    await expect.poll(waitingForLocks, { timeout: 10_000 }).toBe(1);
    const ids = cards.map(({ id }) => id);
    await copyPictures(tx, as.id, ids, test.clock.now());
  });
  await deleting;
  expect(await isReleased(key)).toBe(false);
});

it(`copies do not pass the ${CARD_PICTURES_MAX} pictures of a student`, async () => {
  const { id: pictureId } = await uploadTestPicture(test, teacher, 'pink');
  const set = await make([basic({ pictureId })]);
  const as = await student();
  await insertNumberedPictures(test, as, CARD_PICTURES_MAX);
  expect((await copy(as, set)).json().code).toBe('conflict');
  expect(await cardsOf(as)).toEqual([]);
});
