import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it, vi } from 'vitest';
import type { AnkiImport } from '#contract/study/anki.ts';
import type { Card } from '#contract/study/cards.ts';
import { DAY_MS } from '#contract/time.ts';
import { FilesUnavailable } from '#server/files/unavailable.ts';
import { ankiDeck, type FixtureDeck, generations } from '#server/testing/anki-decks.ts';
import { makeTestCard, uploadTestPicture } from '#server/testing/cards.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { multipartForm } from '#server/testing/forms.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/zip.ts';
import { dayOf } from '#server/time/calendar.ts';
import { exportDeck } from './writing/export.service.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });

const student = () => createPerson(test.deps.db, { role: 'student', now: test.clock.now() });
const get = async <T>(as: Person, url: string) => (await test.request({ method: 'GET', url, as })).json() as T;

async function download(as: Person): Promise<Buffer> {
  const response = await test.request({ method: 'GET', url: '/api/cards/anki', as });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-disposition']).toBe('attachment; filename="alvorada.apkg"');
  return response.rawPayload;
}

async function bring(as: Person, file: Buffer): Promise<AnkiImport> {
  const form = await multipartForm({ name: 'deck.apkg', file: ['deck.apkg', new Uint8Array(file)] });
  const uploaded = (await test.request({ method: 'POST', url: '/api/cards/imports', as, ...form })).json();
  const url = `/api/cards/imports/${uploaded.id}`;
  await test.request({ method: 'POST', url: `${url}/start`, as, payload: { decks: [], keepsSchedule: true } });
  await test.deps.jobs.drain();
  return get(as, url);
}

/** Everything of a student's cards that a package carries. */
async function contentsOf(as: Person) {
  const cards = await get<Card[]>(as, '/api/cards?limit=100');
  const [states, past] = await Promise.all([
    test.deps.db.selectFrom('card_states').selectAll().where('user_id', '=', as.id).execute(),
    test.deps.db.selectFrom('card_past_reviews').selectAll().where('user_id', '=', as.id).execute(),
  ]);
  return cards
    .map((card) => {
      const state = states.find((one) => one.card_id === card.id);
      const { kind, front, back, hint, gap, pictureSide, deck, tags, sourceLabel, isSuspended } = card;
      return {
        ...{ kind, front, back, hint, gap, pictureSide, deck, tags, sourceLabel, isSuspended },
        picture: card.picture && [card.picture.width, card.picture.height],
        memory: state && [state.stability, state.difficulty, state.last_day],
        past: past.find((one) => one.card_id === card.id)?.reviews ?? [],
      };
    })
    .sort((a, b) => `${a.front}${a.gap}`.localeCompare(`${b.front}${b.gap}`));
}

type Table = 'col' | 'notes' | 'cards' | 'revlog';

function readTables(file: Buffer): Record<Table, Record<string, unknown>[]> {
  const directory = mkdtempSync(join(tmpdir(), 'alvorada-export-'));
  try {
    writeFileSync(join(directory, 'db'), unzip(file)['collection.anki2'] ?? Buffer.alloc(0));
    const db = new DatabaseSync(join(directory, 'db'), { readOnly: true });
    const rows = (table: Table) => db.prepare(`SELECT * FROM ${table} ORDER BY id`).all();
    expect(db.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    const tables = { col: rows('col'), notes: rows('notes'), cards: rows('cards'), revlog: rows('revlog') };
    db.close();
    return tables;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function withPicture(): Promise<Person> {
  const owner = await student();
  const picture = await uploadTestPicture(test, owner);
  await makeTestCard(test, owner, { pictureId: picture.id });
  return owner;
}

it('a file store that is down ends the download with an error', async () => {
  const owner = await withPicture();
  const down = vi.spyOn(test.deps.files, 'read').mockRejectedValue(new FilesUnavailable(new Error('down')));
  const deck = await exportDeck(test.deps, owner);
  await expect(buffer(deck)).rejects.toThrow('down');
  down.mockRestore();
});

it('a picture that breaks off ends the download with an error, and a download that is given up closes its picture', async () => {
  const owner = await withPicture();
  const opened: Readable[] = [];
  const read = vi.spyOn(test.deps.files, 'read').mockImplementation(async () => {
    const stream = new Readable({ read: () => undefined });
    opened.push(stream);
    return { stream, size: 9 };
  });
  const broken = buffer(await exportDeck(test.deps, owner));
  await vi.waitFor(() => expect(opened).toHaveLength(1));
  opened[0]?.destroy(new Error('the connection was lost'));
  await expect(broken).rejects.toThrow('the connection was lost');
  const left = await exportDeck(test.deps, owner);
  left.resume();
  await vi.waitFor(() => expect(opened).toHaveLength(2));
  left.destroy();
  await vi.waitFor(() => expect(opened[1]?.destroyed).toBe(true));
  read.mockRestore();
});

it.each(generations)(
  'a deck in the layout %s that is brought, exported and brought by another student is equal',
  async (layout) => {
    const [first, second] = [await student(), await student()];
    const reviewedAt = test.clock.now().getTime() - 9 * DAY_MS;
    const deck: FixtureDeck = {
      notes: [
        {
          guid: 'a',
          notetype: 'Basic',
          fields: ['Capital &lt; país?<br>Hoje', 'Brasília <img src="mapa.png">'],
          tags: ['geografia', 'sul::rs'],
          cards: [
            {
              deck: 'Geografia::Brasil',
              type: 2,
              queue: -1,
              due: 300,
              ivl: 9,
              factor: 2500,
              data: '{"s":21.5,"d":4.5}',
              reviews: [
                { at: reviewedAt - 5 * DAY_MS, ease: 1, ivl: 1, lastIvl: -60, factor: 2500, time: 9000, type: 0 },
                { at: reviewedAt, ease: 3, ivl: 9, lastIvl: 4, factor: 2350, time: 4000, type: 1 },
              ],
            },
          ],
        },
        {
          guid: 'r',
          notetype: 'Basic (and reversed card)',
          fields: ['furto', 'art. 155'],
          cards: [{ ord: 0 }, { ord: 1 }],
        },
        {
          guid: 'c',
          notetype: 'Cloze',
          fields: ['{{c1::\\(x^2\\)}} e {{c2::dois::dica}}', 'extra'],
          cards: [{ ord: 0 }, { ord: 1 }],
        },
      ],
      media: { 'mapa.png': await pictureFile() },
    };
    await bring(first, await ankiDeck(layout, deck));
    const file = await download(first);
    expect(await bring(second, file)).toMatchObject({ added: 5, refused: [], losses: [], brokenPictures: 0 });
    const contents = await contentsOf(first);
    expect(contents).toHaveLength(5);
    expect(await contentsOf(second)).toEqual(contents);
    // The notes keep their guids, so that Anki does not double them.
    expect(
      readTables(file)
        .notes.map(({ guid }) => guid)
        .sort(),
    ).toEqual(['a', 'c', 'r']);
    expect(readTables(await download(second)).revlog).toEqual(readTables(file).revlog);
  },
);

async function pictureFile(): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp({ create: { width: 9, height: 7, channels: 3, background: 'blue' } })
    .png()
    .toBuffer();
}

it('cards made here go out with heading, hint, source, picture, exact text, memory and answers, and read back equal', async () => {
  const [owner, other] = [await student(), await student()];
  const { id: pictureId } = await uploadTestPicture(test, owner);
  const card = await makeTestCard(test, owner, {
    front: 'a  <b> & \\(x < y\\)\n\n\nfim',
    back: 'resposta',
    hint: 'dica & tal',
    sourceLabel: 'art. 5º, <caput>',
    deck: 'Direito › Constitucional',
    tags: ['cf88'],
    pictureId,
    pictureSide: 'front',
  });
  await makeTestCard(test, owner, { kind: 'cloze', front: 'um {{c3::dois::x}}', back: '', gap: 3 });
  const key = '6c0c0a3e-52a2-4c27-9e7e-0d7c2d1c4a12';
  await test.request({
    method: 'POST',
    url: '/api/review/card-answers',
    as: owner,
    payload: { key, cardId: card.id, grade: 2 },
  });
  const file = await download(owner);
  const { col, cards, revlog, notes } = readTables(file);
  expect(col).toMatchObject([{ ver: 11 }]);
  expect(
    Object.values(JSON.parse(String(col[0]?.decks)) as Record<string, { name: string }>).map(({ name }) => name),
  ).toEqual(['Default', 'Direito::Constitucional']);
  expect(notes).toMatchObject([{ tags: ' cf88 ' }, { tags: '' }]);
  const [state] = await test.deps.db.selectFrom('card_states').selectAll().where('card_id', '=', card.id).execute();
  const ivl = Math.max(1, Math.round(state?.stability ?? 0));
  expect(cards).toMatchObject([
    {
      ord: 0,
      type: 2,
      queue: 2,
      ivl,
      due: ivl,
      data: JSON.stringify({ s: state?.stability, d: state?.difficulty, dr: 0.9 }),
    },
    { ord: 2, type: 0, queue: 0 },
  ]);
  expect(revlog).toMatchObject([{ id: test.clock.now().getTime(), cid: cards[0]?.id, ease: 2, type: 0, ivl }]);
  expect(await bring(other, file)).toMatchObject({ added: 2, losses: [], refused: [] });
  const withoutPast = (contents: Awaited<ReturnType<typeof contentsOf>>) =>
    contents.map(({ past: _, ...rest }) => rest);
  expect(withoutPast(await contentsOf(other))).toEqual(withoutPast(await contentsOf(owner)));
  expect((await contentsOf(other))[0]).toMatchObject({
    memory: [state?.stability, state?.difficulty, new Date(dayOf(test.clock.now()))],
  });
  // The owner has these cards already.
  expect(await bring(owner, file)).toMatchObject({ known: 2, added: 0 });
});

it('cards of one note whose texts the student changed are exported as separate notes', async () => {
  const owner = await student();
  const notes = [
    { guid: 'c', notetype: 'Cloze' as const, fields: ['{{c1::a}} {{c2::b}}', ''], cards: [{ ord: 0 }, { ord: 1 }] },
  ];
  await bring(owner, await ankiDeck('anki2', { notes }));
  await test.deps.db
    .updateTable('cards')
    .set({ front: 'outra {{c2::b}}' })
    .where('user_id', '=', owner.id)
    .where('gap', '=', 2)
    .execute();
  const { notes: written, cards } = readTables(await download(owner));
  expect(written.map(({ guid, flds }) => [String(guid).slice(0, 4), String(flds).split('\x1f')[0]])).toEqual([
    ['c', '{{c1::a}} {{c2::b}}'],
    ['alv-', 'outra {{c2::b}}'],
  ]);
  expect(cards.map(({ ord }) => ord)).toEqual([0, 1]);
});

it('a student without cards gets an empty deck', async () => {
  const { notes, cards } = readTables(await download(await student()));
  expect([notes, cards]).toEqual([[], []]);
});
