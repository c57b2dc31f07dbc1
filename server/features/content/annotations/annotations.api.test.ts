import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { ANNOTATIONS_IN_LESSON_MAX } from '#contract/limits.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createTestLaw } from '#server/testing/laws.ts';
import { createLesson } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let reader: Person;
let lessonId: number;
beforeAll(async () => {
  reader = await createPerson(test.deps.db);
  lessonId = await createLesson(test.deps.db, 'Atos administrativos');
});

const mark = (quote: string, note = '') => ({
  quote,
  prefix: 'antes ',
  suffix: ' depois',
  position: 6,
  note,
  creationKey: randomUUID(),
});
const make = (as: Person, lesson: number, payload: object) =>
  test.request({ method: 'POST', url: `/api/articles/${lesson}/annotations`, as, payload });
const list = async (as: Person, query = '') =>
  (await test.request({ method: 'GET', url: `/api/annotations${query}`, as })).json();

it('an annotation is made once, read back in full, changed over its version, and removed', async () => {
  const body = mark('Motivação', 'cai sempre');
  const [first, again] = [await make(reader, lessonId, body), await make(reader, lessonId, body)];
  expect([first.statusCode, again.statusCode]).toEqual([201, 200]);
  const made = first.json();
  const { creationKey: _, ...kept } = body;
  const now = test.clock.now().toISOString();
  const whole = {
    id: made.id,
    lessonId,
    lessonTitle: 'Atos administrativos',
    ...kept,
    version: 1,
    links: [],
    law: null,
  };
  expect(made).toEqual({ ...whole, createdAt: now, updatedAt: now });
  expect(again.json()).toEqual(made);
  expect(await list(reader, `?lessonId=${lessonId}`)).toEqual([made]);

  test.clock.advance(60_000);
  const put = (payload: object) =>
    test.request({ method: 'PUT', url: `/api/annotations/${made.id}`, as: reader, payload });
  const changed = await put({ note: 'caiu em 2024', version: 1 });
  expect(changed.json()).toEqual({
    ...made,
    note: 'caiu em 2024',
    version: 2,
    updatedAt: test.clock.now().toISOString(),
  });
  expect((await put({ note: 'caiu em 2024', version: 1 })).json()).toEqual(changed.json());
  const late = await put({ note: 'da outra janela', version: 1 });
  expect([late.statusCode, late.json().code]).toEqual([409, 'version_conflict']);
  expect(await list(reader)).toEqual([changed.json()]);

  const remove = () => test.request({ method: 'DELETE', url: `/api/annotations/${made.id}`, as: reader });
  expect((await remove()).json()).toEqual({ ok: true });
  expect((await remove()).statusCode).toBe(404);
  expect(await list(reader)).toEqual([]);
});

it('an annotation is found by words of its passage, note and lesson without accents, only by its reader', async () => {
  const person = await createPerson(test.deps.db);
  const lesson = await createLesson(test.deps.db, 'Orçamento público');
  const ids: number[] = [];
  for (const body of [mark('Princípio da anualidade'), mark('Créditos 100%', 'ver LOA'), mark('Receita')]) {
    test.clock.advance(1000);
    ids.push((await make(person, lesson, body)).json().id);
  }
  const found = async (search: string) =>
    (await list(person, `?search=${encodeURIComponent(search)}`)).map(({ id }: { id: number }) => id);
  expect(await found('principio')).toEqual([ids[0]]);
  expect(await found('loa')).toEqual([ids[1]]);
  expect(await found('100%')).toEqual([ids[1]]);
  expect(await found('orcamento')).toEqual([...ids].reverse());
  expect(await list(reader, '?search=orcamento')).toEqual([]);
  const page = await test.request({ method: 'GET', url: '/api/annotations?limit=2', as: person });
  expect([page.json().length, page.headers['x-total-count'], page.headers.link]).toEqual([2, '3', expect.any(String)]);
});

it('an annotation stays with its reader when the lesson is deleted, and is part of the export', async () => {
  const person = await createPerson(test.deps.db);
  const lesson = await createLesson(test.deps.db, 'Aula que sai');
  await make(person, lesson, mark('fica comigo'));
  await test.deps.db.updateTable('lessons').set({ deleted_at: test.clock.now() }).where('id', '=', lesson).execute();
  expect(await list(person)).toMatchObject([{ lessonId: null, lessonTitle: 'Aula que sai', quote: 'fica comigo' }]);
  expect((await make(person, lesson, mark('tarde'))).statusCode).toBe(404);
  await test.deps.db.deleteFrom('lessons').where('id', '=', lesson).execute();
  expect(await list(person)).toMatchObject([{ lessonId: null, lessonTitle: 'Aula que sai', quote: 'fica comigo' }]);
});

it('annotations of a lesson are limited in number, also when many come at once', async () => {
  const person = await createPerson(test.deps.db);
  const lesson = await createLesson(test.deps.db, 'Aula cheia');
  const now = test.clock.now();
  const rows = Array.from({ length: ANNOTATIONS_IN_LESSON_MAX - 1 }, () => ({
    user_id: person.id,
    lesson_id: lesson,
    lesson_title: 'Aula cheia',
    creation_key: randomUUID(),
    quote: 'x',
    prefix: '',
    suffix: '',
    position: 0,
    note: '',
    search_key: 'x',
    created_at: now,
    updated_at: now,
  }));
  await test.deps.db.insertInto('annotations').values(rows).execute();
  const replies = await Promise.all(Array.from({ length: 5 }, () => make(person, lesson, mark('mais uma'))));
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409]);
  for (const wrong of [{ ...mark('') }, { ...mark('x'), position: -1 }, { ...mark('x'.repeat(4001)) }]) {
    expect((await make(person, lesson, wrong)).statusCode).toBe(400);
  }
});

describe('marks in a law', () => {
  it('belong to a device of an article, are listed with it, and stay when the law goes', async () => {
    const [person, other] = [await createPerson(test.deps.db), await createPerson(test.deps.db)];
    const admin = await createPerson(test.deps.db, { role: 'admin' });
    const lawId = await createTestLaw(test, admin, { name: 'Lei das marcas' });
    const url = `/api/laws/${lawId}/articles/art5/annotations`;
    const post = (payload: object, as = person) => test.request({ method: 'POST', url, as, payload });
    const body = { ...mark('dois', 'cai sempre'), lexId: 'art5_cpt_inc2' };
    const [first, again] = [await post(body), await post(body)];
    expect([first.statusCode, again.statusCode]).toEqual([201, 200]);
    const made = first.json();
    expect(made).toMatchObject({
      ...{ lessonId: null, lessonTitle: 'Art. 5, Lei das marcas', quote: 'dois', position: 6, note: 'cai sempre' },
      law: { id: lawId, article: 'art5', lexId: 'art5_cpt_inc2' },
    });
    expect((await post({ ...body, lexId: 'art6_cpt', creationKey: randomUUID() })).statusCode).toBe(400);
    const far = { method: 'POST', url: `/api/laws/${lawId}/articles/art99/annotations`, as: person } as const;
    expect((await test.request({ ...far, payload: { ...body, lexId: 'art99_cpt' } })).statusCode).toBe(404);
    const ofArticle = async (as: Person, article: string) =>
      (await test.request({ method: 'GET', url: `/api/laws/${lawId}/articles/${article}/annotations`, as })).json();
    expect(await ofArticle(person, 'art5')).toEqual([made]);
    expect([await ofArticle(person, 'art6'), await ofArticle(other, 'art5')]).toEqual([[], []]);
    expect(await list(person, '?search=marcas')).toMatchObject([{ id: made.id }]);
    const put = { method: 'PUT', url: `/api/annotations/${made.id}`, as: person } as const;
    expect((await test.request({ ...put, payload: { note: 'caiu', version: 1 } })).json()).toMatchObject({
      note: 'caiu',
    });
    await test.deps.db.deleteFrom('laws').where('id', '=', lawId).execute();
    expect(await list(person)).toMatchObject([{ id: made.id, law: { id: null, article: 'art5' }, lessonId: null }]);
  });
});
