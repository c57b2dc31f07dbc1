import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { CARDS_MAX } from '#contract/study/card-limits.ts';
import type { Card, CardTopics } from '#contract/study/cards.ts';
import { makeTestCard, newCard, uploadTestPicture } from '#server/testing/cards.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createTestLaw } from '#server/testing/laws.ts';
import { createTestQuiz } from '#server/testing/quizzes.ts';
import { createLesson, createSubject } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { cardsFollowTopic } from './cards.service.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let student: Person;
let other: Person;
let topicId: number;
beforeAll(async () => {
  const now = test.clock.now();
  student = await createPerson(test.deps.db, { role: 'student', now });
  other = await createPerson(test.deps.db, { role: 'student', now });
  const subjectId = await createSubject(test.deps.db, 'Direito');
  topicId = await createTopic(subjectId, 'Segurança pública');
});

const createTopic = async (subjectId: number, name: string) =>
  (
    await test.deps.db
      .insertInto('topics')
      .values({ subject_id: subjectId, name, name_key: name.toLowerCase() })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object, as = student) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const read = async (id: number, as = student): Promise<Card> =>
  (await call('GET', `/api/cards/${id}`, undefined, as)).json();
const fieldsOf = (card: Card) => ({
  kind: card.kind,
  front: card.front,
  back: card.back,
  hint: card.hint,
  gap: card.gap,
  pictureId: card.picture?.id ?? null,
  pictureSide: card.pictureSide,
  topicId: card.topicId,
  deck: card.deck,
  tags: card.tags,
  sourceLabel: card.sourceLabel,
});

const uploadPicture = (as: Person, colour?: string) => uploadTestPicture(test, as, colour);

describe('a card', () => {
  it('is made once per creation key and read back with every field', async () => {
    const picture = await uploadPicture(student);
    const body = newCard({
      kind: 'cloze',
      front: 'A {{c2::polícia ostensiva}} cabe às PMs.',
      back: 'CF, art. 144',
      hint: 'na rua',
      gap: 2,
      pictureId: picture.id,
      pictureSide: 'front',
      topicId,
      deck: 'Minhas leis',
      tags: ['pm', 'pm', 'cf'],
      sourceLabel: 'Constituição',
    });
    const first = await call('POST', '/api/cards', body);
    expect(first.statusCode, first.body).toBe(201);
    const again = await call('POST', '/api/cards', { ...body, front: 'Outra {{c2::frase}}' });
    expect(again.statusCode).toBe(200);
    expect(again.json()).toEqual(first.json());
    const { creationKey: _, source: __, pictureId: ___, ...plain } = body;
    expect(await read(first.json().id)).toMatchObject({
      ...plain,
      tags: ['pm', 'cf'],
      picture: { id: picture.id, url: picture.url, width: 8, height: 6 },
      topic: 'Segurança pública',
      subject: 'Direito',
      isSuspended: false,
      source: null,
      revision: 1,
    });
  });

  it('without an answer or without a gap is refused with the field that lacks it', async () => {
    const basic = await call('POST', '/api/cards', newCard({ back: ' ' }));
    expect([basic.statusCode, basic.json().fields]).toEqual([400, { back: 'Escreva a resposta.' }]);
    const cloze = await call('POST', '/api/cards', newCard({ kind: 'cloze', front: 'Sem lacuna' }));
    expect([cloze.statusCode, cloze.json().fields]).toEqual([400, { front: 'Esconda pelo menos uma palavra.' }]);
  });

  it('is changed by its newest revision only, and the same change sent twice is one change', async () => {
    const card = await makeTestCard(test, student);
    const change = { ...fieldsOf(card), back: 'Brasília, DF', revision: 1 };
    const saved = await call('PUT', `/api/cards/${card.id}`, change);
    expect(saved.json()).toMatchObject({ back: 'Brasília, DF', revision: 2 });
    expect((await call('PUT', `/api/cards/${card.id}`, change)).json()).toEqual(saved.json());
    const stale = await call('PUT', `/api/cards/${card.id}`, { ...change, back: 'Goiânia' });
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'version_conflict']);
    expect((await read(card.id)).back).toBe('Brasília, DF');
  });

  it('can be suspended, resumed and deleted', async () => {
    const { id } = await makeTestCard(test, student);
    expect((await call('PATCH', `/api/cards/${id}`, { isSuspended: true })).json().isSuspended).toBe(true);
    expect((await call('PATCH', `/api/cards/${id}`, { isSuspended: false })).json().isSuspended).toBe(false);
    expect((await call('DELETE', `/api/cards/${id}`)).statusCode).toBe(200);
    expect((await call('GET', `/api/cards/${id}`)).statusCode).toBe(404);
    expect((await call('DELETE', `/api/cards/${id}`)).statusCode).toBe(404);
  });

  it('cannot use a picture of another person', async () => {
    const picture = await uploadPicture(other, 'blue');
    expect((await call('POST', '/api/cards', newCard({ pictureId: picture.id }))).statusCode).toBe(404);
    expect((await call('GET', picture.url)).statusCode).toBe(404);
    expect((await call('GET', picture.url, undefined, other)).headers['content-type']).toBe('image/webp');
  });

  it(`is refused once the student has ${CARDS_MAX} cards`, async () => {
    const full = await createPerson(test.deps.db, { role: 'student', now: test.clock.now() });
    await sql`INSERT INTO cards (user_id, kind, front, back, search_key, creation_key, created_at, updated_at)
      SELECT ${full.id}, 'basic', 'f', 'b', 'f', gen_random_uuid(), now(), now()
      FROM generate_series(1, ${CARDS_MAX})`.execute(test.deps.db);
    const refused = await call('POST', '/api/cards', newCard(), full);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict']);
  });
});

describe('the source of a card', () => {
  it('is a lesson whose later change is shown until the student has checked the card', async () => {
    const lessonId = await createLesson(test.deps.db, 'Aula de origem');
    const { id, source } = await makeTestCard(test, student, { source: { kind: 'lesson', lessonId } });
    expect(source).toEqual({ kind: 'lesson', id: lessonId, article: null, device: null, isChanged: false });
    await test.deps.db.updateTable('lessons').set({ version: 2 }).where('id', '=', lessonId).execute();
    expect((await read(id)).source?.isChanged).toBe(true);
    expect((await call('PATCH', `/api/cards/${id}`, { isSourceChecked: true })).json().source.isChanged).toBe(false);
    await test.deps.db.updateTable('lessons').set({ deleted_at: new Date() }).where('id', '=', lessonId).execute();
    expect((await read(id)).source).toBeNull();
  });

  it('is a device of a law, and changes with its text in force', async () => {
    const teacher = await createPerson(test.deps.db, { role: 'teacher', now: test.clock.now() });
    const lawId = await createTestLaw(test, teacher);
    const device = await test.deps.db
      .selectFrom('law_devices')
      .select(['id', 'lex_id as lexId', 'article'])
      .where('law_id', '=', lawId)
      .where('kind', '=', 'caput')
      .orderBy('position')
      .executeTakeFirstOrThrow();
    const { id, source } = await makeTestCard(test, student, {
      source: { kind: 'law', lawId, lexId: device.article ?? '' },
    });
    expect(source).toEqual({ kind: 'law', id: lawId, article: device.article, device: device.lexId, isChanged: false });
    await sql`WITH old AS (UPDATE law_versions SET is_current = false WHERE device_id = ${device.id} RETURNING 1)
      SELECT count(*) FROM old`.execute(test.deps.db);
    await sql`INSERT INTO law_versions (device_id, number, body, is_current)
      VALUES (${device.id}, 99, 'Outra redação', true)`.execute(test.deps.db);
    expect((await read(id)).source?.isChanged).toBe(true);
  });

  it('is a question only where the student has answered it, so the call reveals nothing about others', async () => {
    const quiz = await createTestQuiz(test.deps.db, { questions: 1 });
    const questionId = quiz.questions[0]?.id ?? 0;
    const source = { kind: 'question', questionId } as const;
    expect((await call('POST', '/api/cards', newCard({ source }))).statusCode).toBe(404);
    const optionId = quiz.questions[0]?.wrong ?? 0;
    await sql`INSERT INTO answer_log (user_id, question_id, source, source_key, option_id, is_right, study_day, answered_at)
      VALUES (${student.id}, ${questionId}, 'review', 'x', ${optionId}, false, '2026-11-14', now())`.execute(
      test.deps.db,
    );
    expect((await makeTestCard(test, student, { source })).source).toMatchObject({ kind: 'question', id: questionId });
  });

  it('that does not exist is refused', async () => {
    for (const source of [
      { kind: 'lesson', lessonId: 2_000_000 } as const,
      { kind: 'law', lawId: 2_000_000, lexId: 'art1' } as const,
    ])
      expect((await call('POST', '/api/cards', newCard({ source }))).statusCode).toBe(404);
  });
});

describe('the list of cards', () => {
  it('is paged, and filtered by topic, heading, suspension and words', async () => {
    const reader = await createPerson(test.deps.db, { role: 'student', now: test.clock.now() });
    const ids: number[] = [];
    for (const over of [
      { front: 'Crase', topicId },
      { front: 'Vírgula', deck: 'Gramática' },
      { front: 'Outra vírgula', deck: 'Gramática' },
      { front: 'Solto' },
    ]) {
      test.clock.advance(1000);
      ids.push((await makeTestCard(test, reader, over)).id);
    }
    await call('PATCH', `/api/cards/${ids[1]}`, { isSuspended: true }, reader);
    const list = async (query: string): Promise<number[]> =>
      ((await call('GET', `/api/cards?${query}`, undefined, reader)).json() as Card[]).map(({ id }) => id);
    expect(await list('')).toEqual([...ids].reverse());
    expect(await list('limit=2')).toEqual([ids[3], ids[2]]);
    expect(await list(`topicId=${topicId}`)).toEqual([ids[0]]);
    expect(await list('deck=Gram%C3%A1tica')).toEqual([ids[2], ids[1]]);
    expect(await list('deck=')).toEqual([ids[3]]);
    expect(await list('suspended=true')).toEqual([ids[1]]);
    expect(await list('search=virgula')).toEqual([ids[2], ids[1]]);
    const topics: CardTopics = (await call('GET', '/api/cards/topics', undefined, reader)).json();
    expect(topics).toEqual({
      topics: [
        { topicId, topic: 'Segurança pública', subject: 'Direito', deck: '', cards: 1, suspended: 0 },
        { topicId: null, topic: null, subject: null, deck: '', cards: 1, suspended: 0 },
        { topicId: null, topic: null, subject: null, deck: 'Gramática', cards: 2, suspended: 1 },
      ],
      cards: 4,
      suspended: 1,
    });
  });
});

it('merging a topic moves its cards', async () => {
  const subjectId = await createSubject(test.deps.db, 'Matéria a juntar');
  const [from, into] = [await createTopic(subjectId, 'De'), await createTopic(subjectId, 'Para')];
  const { id } = await makeTestCard(test, student, { topicId: from });
  await test.deps.db.transaction().execute((tx) => cardsFollowTopic(tx, from, into));
  expect((await read(id)).topic).toBe('Para');
});
