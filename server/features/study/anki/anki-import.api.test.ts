import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { AnkiImport } from '#contract/study/anki.ts';
import { CARDS_MAX } from '#contract/study/card-limits.ts';
import type { Card } from '#contract/study/cards.ts';
import { DAY_MS } from '#contract/time.ts';
import { ankiDeck, type FixtureDeck, generations } from '#server/testing/anki-decks.ts';
import { ankiImports, basicNote as basic, everything } from '#server/testing/anki-imports.ts';
import { createSubject } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { IMPORT_JOB } from './imports.service.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const { call, send, preview, bring, student, cardsOf } = ankiImports(test);

const png = (colour: string) =>
  sharp({ create: { width: 8, height: 6, channels: 3, background: colour } })
    .png()
    .toBuffer();

it.each(generations)(
  'a deck in the layout %s becomes cards with picture, tags, memory and review log',
  async (layout) => {
    const owner = await student();
    const reviewedAt = test.clock.now().getTime() - 9 * DAY_MS;
    const deck: FixtureDeck = {
      notes: [
        {
          guid: 'a',
          notetype: 'Basic',
          fields: ['Capital?', 'Brasília <img src="mapa.png">'],
          tags: ['geografia'],
          cards: [
            {
              deck: 'Geografia::Brasil',
              type: 2,
              queue: -1,
              due: 300,
              ivl: 9,
              factor: 2500,
              data: '{"s":21.5,"d":4.5}',
              reviews: [{ at: reviewedAt, ease: 3, ivl: 9, time: 4000 }],
            },
          ],
        },
        { guid: 'c', notetype: 'Cloze', fields: ['{{c1::um}} e {{c2::dois}}', ''], cards: [{ ord: 0 }, { ord: 1 }] },
      ],
      media: { 'mapa.png': await png('red') },
    };
    const { status, body } = await send(owner, await ankiDeck(layout, deck));
    expect(status).toBe(201);
    expect(body).toMatchObject({ state: 'preview', cards: 3, known: 0, scheduled: 1, pictures: 1, free: CARDS_MAX });
    expect(await cardsOf(owner)).toEqual([]);
    await call(owner, 'POST', `/api/cards/imports/${body.id}/start`, everything);
    await test.deps.jobs.drain();
    const done = (await call<AnkiImport>(owner, 'GET', `/api/cards/imports/${body.id}`)).body;
    expect(done).toMatchObject({
      state: 'done',
      processed: 3,
      chosen: 3,
      added: 3,
      brokenPictures: 0,
      notUndoable: null,
    });
    const cards = await cardsOf(owner);
    expect(cards.map(({ kind, front, gap }) => [kind, front, gap])).toEqual([
      ['cloze', '{{c1::um}} e {{c2::dois}}', 2],
      ['cloze', '{{c1::um}} e {{c2::dois}}', 1],
      ['basic', 'Capital?', 1],
    ]);
    const first = cards.at(-1) as Card;
    expect(first).toMatchObject({
      back: 'Brasília',
      deck: 'Geografia › Brasil',
      tags: ['geografia'],
      isSuspended: true,
      picture: { width: 8, height: 6 },
      pictureSide: 'back',
    });
    const state = await test.deps.db.selectFrom('card_states').selectAll().where('card_id', '=', first.id).execute();
    expect(state).toMatchObject([{ stability: 21.5, difficulty: 4.5, answers: 0 }]);
    const log = await test.deps.db
      .selectFrom('card_past_reviews')
      .selectAll()
      .where('card_id', '=', first.id)
      .execute();
    expect(log).toMatchObject([{ reviews: [[reviewedAt, 3, 9, 0, 0, 4000, 1]] }]);
    // The uploaded file is released once its cards exist.
    const stored = await test.deps.db.selectFrom('card_imports').select('file_key').where('id', '=', body.id).execute();
    expect(stored).toEqual([{ file_key: null }]);
  },
);

it('the same deck brought again adds only what is new, and a card that the student changed stays', async () => {
  const owner = await student();
  await bring(owner, { notes: [basic('a'), basic('b')] });
  const [card] = await cardsOf(owner);
  const { id, revision, pictureSide, topicId, kind, back, hint, gap, deck, tags, sourceLabel } = card as Card;
  await test.request({
    method: 'PUT',
    url: `/api/cards/${id}`,
    as: owner,
    payload: {
      revision,
      front: 'minha',
      pictureId: null,
      pictureSide,
      topicId,
      kind,
      back,
      hint,
      gap,
      deck,
      tags,
      sourceLabel,
    },
  });
  const again = await preview(owner, { notes: [basic('a'), basic('b'), basic('c')] });
  expect(again).toMatchObject({ cards: 3, known: 2 });
  await call(owner, 'POST', `/api/cards/imports/${again.id}/start`, everything);
  await test.deps.jobs.drain();
  expect((await call<AnkiImport>(owner, 'GET', `/api/cards/imports/${again.id}`)).body).toMatchObject({ added: 1 });
  expect((await cardsOf(owner)).map(({ front }) => front).sort()).toEqual(['frente a', 'frente c', 'minha']);
});

it('a deck goes under a topic of the school, under its own name, or stays out', async () => {
  const owner = await student();
  const subjectId = await createSubject(test.deps.db, 'Direito dos baralhos');
  const topic = await test.deps.db
    .insertInto('topics')
    .values({ subject_id: subjectId, name: 'Crimes dos baralhos', name_key: 'crimes dos baralhos' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const notes = [basic('a', 'Penal::Crimes dos Baralhos'), basic('b', 'Outros'), basic('c', 'Inglês')];
  const { id, decks } = await preview(owner, { notes });
  expect(decks).toEqual([
    {
      name: 'Penal › Crimes dos Baralhos',
      cards: 1,
      topic: { id: topic.id, name: 'Crimes dos baralhos', subject: 'Direito dos baralhos' },
    },
    { name: 'Outros', cards: 1, topic: null },
    { name: 'Inglês', cards: 1, topic: null },
  ]);
  const choices = [
    { name: 'Penal › Crimes dos Baralhos', topicId: topic.id, isSkipped: false },
    { name: 'Inglês', topicId: null, isSkipped: true },
  ];
  const missing = [{ name: 'Outros', topicId: 2_000_000_000, isSkipped: false }];
  expect(
    (await call(owner, 'POST', `/api/cards/imports/${id}/start`, { decks: missing, keepsSchedule: true })).body,
  ).toMatchObject({ code: 'topic_gone' });
  await call(owner, 'POST', `/api/cards/imports/${id}/start`, { decks: choices, keepsSchedule: true });
  await test.deps.jobs.drain();
  expect((await cardsOf(owner)).map(({ front, topicId, deck }) => [front, topicId, deck])).toEqual([
    ['frente b', null, 'Outros'],
    ['frente a', topic.id, 'Penal › Crimes dos Baralhos'],
  ]);
});

it('without the schedule of Anki the cards are new', async () => {
  const owner = await student();
  const notes = [{ ...basic('a'), cards: [{ type: 2, ivl: 30, due: 40, factor: 2500 }] }];
  await bring(owner, { notes }, { decks: [], keepsSchedule: false });
  const [card] = await cardsOf(owner);
  expect(
    await test.deps.db
      .selectFrom('card_states')
      .select('card_id')
      .where('card_id', '=', card?.id ?? 0)
      .execute(),
  ).toEqual([]);
});

it('a file that is no picture is left out and counted, and its card is imported', async () => {
  const owner = await student();
  const notes = [{ guid: 'a', notetype: 'Basic' as const, fields: ['x <img src="a.png">', 'y'] }];
  expect(await bring(owner, { notes, media: { 'a.png': Buffer.from('no picture') } })).toMatchObject({
    added: 1,
    brokenPictures: 1,
  });
  expect(await cardsOf(owner)).toMatchObject([{ picture: null }]);
});

it('a job that ran before, or was interrupted after a chunk, adds nothing twice', async () => {
  const owner = await student();
  const done = await bring(owner, { notes: Array.from({ length: 450 }, (_, at) => basic(`n${at}`)) });
  expect(done).toMatchObject({ state: 'done', added: 450, processed: 450 });
  const { id } = await preview(owner, { notes: Array.from({ length: 900 }, (_, at) => basic(`m${at}`)) });
  await call(owner, 'POST', `/api/cards/imports/${id}/start`, everything);
  // As left by a run that ended after its first chunk.
  await test.deps.db.updateTable('card_imports').set({ processed: 400, added: 400 }).where('id', '=', id).execute();
  await test.deps.jobs.drain();
  const after = (await call<AnkiImport>(owner, 'GET', `/api/cards/imports/${id}`)).body;
  expect(after).toMatchObject({ state: 'done', processed: 900, added: 900 });
  expect((await call<{ cards: number }>(owner, 'GET', '/api/cards/topics')).body.cards).toBe(450 + 500);
  const start = await call<AnkiImport>(owner, 'POST', `/api/cards/imports/${id}/start`, everything);
  expect(start).toMatchObject({ status: 200, body: { state: 'done', added: 900 } });
  // Scheduled jobs of others may wait at any moment.
  const { rows } = await sql`
    SELECT FROM pgboss.job WHERE name = ${IMPORT_JOB} AND state < 'active'`.execute(test.deps.db);
  expect(rows).toEqual([]);
});

it('a file that is no deck is refused in words, and nothing is stored', async () => {
  const owner = await student();
  expect(await send(owner, Buffer.from([0xff, 0xd8, 0xff, 0, 0]))).toMatchObject({
    status: 415,
    body: { message: 'Este arquivo não é um baralho do Anki. Envie um .apkg, ou uma tabela .csv ou .txt.' },
  });
  expect((await call(owner, 'GET', '/api/cards/imports')).body).toEqual([]);
});

it('a new preview replaces the one before, and a discarded one releases its file', async () => {
  const owner = await student();
  const first = await preview(owner, { notes: [basic('a')] });
  const second = await preview(owner, { notes: [basic('b')] });
  expect((await call<{ id: number }[]>(owner, 'GET', '/api/cards/imports')).body.map(({ id }) => id)).toEqual([
    second.id,
  ]);
  expect((await call(owner, 'GET', `/api/cards/imports/${first.id}`)).status).toBe(404);
  const [row] = await test.deps.db.selectFrom('card_imports').select('file_key').where('id', '=', second.id).execute();
  expect((await call(owner, 'DELETE', `/api/cards/imports/${second.id}`)).status).toBe(200);
  const released = await test.deps.db
    .selectFrom('unclaimed_files')
    .select('key')
    .where('key', '=', row?.file_key ?? '')
    .execute();
  expect(released).toHaveLength(1);
});

it('the same file sent again is the same preview', async () => {
  const owner = await student();
  const file = Buffer.from('frente,verso\na,b\n');
  const [first, second] = [await send(owner, file), await send(owner, file)];
  expect([first.status, second.status]).toEqual([201, 200]);
  expect(second.body).toEqual(first.body);
});

it('a table of a spreadsheet becomes cards', async () => {
  const owner = await student();
  const { status, body } = await send(owner, Buffer.from('Frente;Verso\nO que é LIMPE?;Princípios\n'), 'cartoes.csv');
  expect([status, body.cards, body.fileName]).toEqual([201, 1, 'cartoes.csv']);
  await call(owner, 'POST', `/api/cards/imports/${body.id}/start`, everything);
  await test.deps.jobs.drain();
  expect(await cardsOf(owner)).toMatchObject([{ front: 'O que é LIMPE?', back: 'Princípios' }]);
});
