import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ankiDeck, collectionBytes, type FixtureDeck, generations, zipOf } from '#server/testing/anki-decks.ts';
import type { DeckCard, DeckSummary } from './deck-card.ts';
import { readDeck } from './read-deck.ts';

const DAY = 86_400_000;
const TODAY = '2026-11-18';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'alvorada-anki-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

async function read(file: Buffer, freePictures = 100): Promise<{ cards: DeckCard[]; summary: DeckSummary }> {
  const path = join(directory, 'file');
  writeFileSync(path, file);
  const cards: DeckCard[] = [];
  const summary = await readDeck({ path, directory, today: TODAY, freePictures }, (chunk) => cards.push(...chunk));
  return { cards, summary };
}

const reasons = (list: { reason: string; count: number }[]) =>
  Object.fromEntries(list.map(({ reason, count }) => [reason, count]));

const reviewedAt = Date.parse('2026-11-10T15:00:00Z');
const deck: FixtureDeck = {
  notes: [
    {
      guid: 'a',
      notetype: 'Basic',
      fields: ['Capital do <b>Brasil</b>?<br>Hoje', 'Brasília <img src="mapa%20novo.png">'],
      tags: ['geografia', 'brasil::capitais'],
      cards: [
        {
          deck: 'Geografia::Brasil',
          type: 2,
          due: 330,
          ivl: 12,
          factor: 2500,
          data: '{"s":14.5,"d":6.25}',
          reviews: [
            { at: reviewedAt - 10 * DAY, ease: 2, ivl: 3, lastIvl: -60, factor: 2500, time: 4000, type: 0 },
            { at: reviewedAt, ease: 3, ivl: 12, lastIvl: 3, factor: 2500, time: 5000, type: 1 },
          ],
        },
      ],
    },
    {
      guid: 'b',
      notetype: 'Basic (and reversed card)',
      fields: ['H<sub>2</sub>O', 'Água'],
      cards: [
        { ord: 0, type: 2, due: 100, ivl: 30, factor: 2500 },
        { ord: 1, queue: -1 },
      ],
    },
    {
      guid: 'c',
      notetype: 'Cloze',
      fields: ['A área é {{c1::[$]\\pi r^2[/$]::fórmula}} e o {{c2::perímetro}} \\(2\\pi r\\)', 'Círculo'],
      cards: [{ ord: 0 }, { ord: 1 }],
    },
  ],
  media: { 'mapa novo.png': Buffer.from('png') },
};

describe.each(generations)('a deck in the layout %s', (generation) => {
  it('is read with texts, gaps, formulas, picture, deck, tags, memory and review log', async () => {
    const { cards, summary } = await read(await ankiDeck(generation, deck));
    const empty = { hint: '', sourceLabel: '', isSuspended: false, seed: null, reviews: [], tags: [], deck: '' };
    const noPicture = { picture: null, pictureSide: 'back' };
    expect(cards).toEqual([
      {
        guid: 'a',
        ord: 0,
        kind: 'basic',
        front: 'Capital do Brasil?\nHoje',
        back: 'Brasília',
        hint: '',
        gap: 1,
        picture: 'mapa novo.png',
        pictureSide: 'back',
        deck: 'Geografia › Brasil',
        tags: ['geografia', 'brasil::capitais'],
        sourceLabel: '',
        isSuspended: false,
        seed: { stability: 14.5, difficulty: 6.25, day: '2026-11-10' },
        reviews: [
          [reviewedAt - 10 * DAY, 2, 3, -60, 2500, 4000, 0],
          [reviewedAt, 3, 12, 3, 2500, 5000, 1],
        ],
      },
      {
        ...empty,
        ...noPicture,
        guid: 'b',
        ord: 0,
        kind: 'basic',
        front: 'H₂O',
        back: 'Água',
        gap: 1,
        seed: { stability: 30, difficulty: expect.closeTo(6.09, 2), day: '2026-03-12' },
      },
      {
        ...empty,
        ...noPicture,
        guid: 'b',
        ord: 1,
        kind: 'basic',
        front: 'Água',
        back: 'H₂O',
        gap: 1,
        isSuspended: true,
      },
      ...[1, 2].map((gap) => ({
        ...empty,
        ...noPicture,
        guid: 'c',
        ord: gap - 1,
        kind: 'cloze',
        front: 'A área é {{c1::\\(\\pi r^2\\)::fórmula}} e o {{c2::perímetro}} \\(2\\pi r\\)',
        back: 'Círculo',
        gap,
      })),
    ]);
    expect(summary).toMatchObject({ cards: 5, scheduled: 2, pictures: 1, refused: [], losses: [] });
    expect(summary.decks).toEqual([
      { name: 'Geografia › Brasil', cards: 1 },
      { name: '', cards: 4 },
    ]);
  });
});

it('cards that cannot come are counted by reason, and what other cards lose as well', async () => {
  const basic = (guid: string, front: string, back: string) => ({
    guid,
    notetype: 'Basic' as const,
    fields: [front, back],
  });
  const { cards, summary } = await read(
    await ankiDeck('anki2', {
      notes: [
        basic('1', '<script>alert(1)</script>', 'resposta'),
        basic('2', 'pergunta', '<br>'),
        basic('3', 'x'.repeat(4001), 'longa'),
        basic('4', '<img src="a.png">', '<img src="b.png">'),
        { guid: '5', notetype: 'Cloze', fields: ['sem lacuna', ''] },
        { guid: '6', notetype: 'Cloze', fields: ['{{c1::image-occlusion:rect:left=.1}}', ''] },
        basic('7', 'som [sound:a.mp3]', '<audio src="b.mp3"></audio> ouça'),
        basic('8', '<img src="a.png"> duas', '<img src="b.png"> imagens'),
        basic('9', 'some <img src="perdida.png">', 'e <img src="vetor.svg"> fica'),
        { ...basic('10', 'aprendendo', 'ainda'), cards: [{ type: 1, queue: 1, due: 1_700_000_000 }] },
        basic('7', 'repetida', 'no arquivo'),
        { ...basic('11', 'etiquetas', 'demais'), tags: ['t'.repeat(61)] },
        basic('12', '<img src="a.png">', 'só a imagem na frente'),
      ],
      media: { 'a.png': Buffer.from('a'), 'b.png': Buffer.from('b'), 'vetor.svg': Buffer.from('<svg/>') },
    }),
  );
  expect(reasons(summary.refused)).toEqual({
    empty: 1,
    no_answer: 1,
    no_gap: 1,
    too_long: 1,
    image_occlusion: 1,
    two_pictures: 1,
    repeated: 1,
  });
  expect(reasons(summary.losses)).toEqual({
    sound: 1,
    extra_picture: 1,
    missing_picture: 1,
    unusable_picture: 1,
    tags: 1,
    restarted: 1,
  });
  expect(cards.find(({ guid }) => guid === '12')).toMatchObject({
    front: 'Imagem',
    picture: 'a.png',
    pictureSide: 'front',
  });
  expect(summary.refused.find(({ reason }) => reason === 'no_answer')?.examples).toEqual(['pergunta']);
});

it('no more pictures come than the student may still have', async () => {
  const notes = ['a', 'b', 'c'].map((name) => ({
    guid: name,
    notetype: 'Basic' as const,
    fields: [`${name} <img src="${name}.png">`, 'x'],
  }));
  const media = Object.fromEntries(['a', 'b', 'c'].map((name) => [`${name}.png`, Buffer.from(name)]));
  const { summary } = await read(await ankiDeck('anki2', { notes, media }), 2);
  expect(summary.pictures).toBe(2);
  expect(reasons(summary.losses)).toEqual({ too_many_pictures: 1 });
});

describe('gaps that a card of this product cannot have', () => {
  const sentence = async (text: string, ord: number) => {
    const notes = [{ guid: 'g', notetype: 'Cloze' as const, fields: [text, ''], cards: [{ ord }] }];
    return (await read(await ankiDeck('anki2', { notes }))).cards[0]?.front;
  };
  it('inside each other: the sentence shows only the gaps of the same number', async () => {
    expect(await sentence('{{c1::fora {{c2::dentro::dica}} fim}}', 0)).toBe('{{c1::fora dentro fim}}');
    expect(await sentence('{{c1::fora {{c2::dentro::dica}} fim}}', 1)).toBe('fora {{c2::dentro::dica}} fim');
  });
  it('with several numbers: the number of the card is written', async () => {
    expect(await sentence('{{c1,2::dois}} e {{c2::um}}', 0)).toBe('{{c1::dois}} e um');
  });
});

describe('a hostile or broken file is refused', () => {
  const note = { guid: 'g', notetype: 'Basic' as const, fields: ['a', 'b'] };
  const media = Buffer.from('{}');
  const refusal = async (file: Buffer) =>
    read(file).then(
      () => 'was read',
      (error: { reason?: string }) => error.reason ?? error,
    );
  it.each([
    ['a trigger', 'CREATE TRIGGER t AFTER INSERT ON notes BEGIN DELETE FROM cards; END'],
    ['a view', 'CREATE VIEW v AS SELECT 1'],
    ['a view in place of a table', 'DROP TABLE revlog; CREATE VIEW revlog AS SELECT 1 AS id'],
    ['a computed column', 'ALTER TABLE notes ADD COLUMN x text GENERATED ALWAYS AS (hex(guid)) VIRTUAL'],
    ['a virtual table', 'CREATE VIRTUAL TABLE words USING fts5(text)'],
  ])('with %s in its database', async (_what, alsoRun) => {
    expect(await refusal(await ankiDeck('anki2', { notes: [note], alsoRun }))).toBe('broken');
  });
  it('with a damaged database', async () => {
    const bytes = collectionBytes({ notes: Array.from({ length: 300 }, (_, at) => ({ ...note, guid: `g${at}` })) });
    bytes.fill(0xff, 4096, bytes.length - 4096);
    expect(await refusal(await zipOf({ 'collection.anki2': bytes, media }))).toBe('broken');
  });
  it('without a database, or with one of another program', async () => {
    expect(await refusal(await zipOf({ 'word/document.xml': Buffer.from('<w/>') }))).toBe('other_kind');
    expect(await refusal(await zipOf({ 'collection.anki2': Buffer.from('not sqlite at all'.repeat(50)), media }))).toBe(
      'broken',
    );
  });
  it('with a later version of the package', async () => {
    expect(await refusal(await zipOf({ meta: Buffer.from([8, 4]), 'collection.anki21b': Buffer.alloc(9) }))).toBe(
      'other_kind',
    );
  });
  it('with names that leave the archive', async () => {
    const zip = await zipOf({
      'collection.anki2': collectionBytes({ notes: [note] }),
      aaaaaaaaaa: Buffer.from('x'),
      media,
    });
    const evil = Buffer.from(zip.toString('latin1').replaceAll('aaaaaaaaaa', '../../evil'), 'latin1');
    expect(await refusal(evil)).toBe('broken');
  });
  it('when the file ends in the middle', async () => {
    const zip = await ankiDeck('anki21b', { notes: [note] });
    expect(await refusal(zip.subarray(0, zip.length - 30))).toBe('broken');
  });
  it('when its compressed data are no compressed data', async () => {
    const meta = Buffer.from([8, 3]);
    expect(await refusal(await zipOf({ meta, 'collection.anki21b': Buffer.from('nothing'), media }))).toBe('broken');
  });
  it('when the file is a picture', async () => {
    expect(await refusal(Buffer.from([0xff, 0xd8, 0xff, 0, 1, 2]))).toBe('other_kind');
  });
});

describe('a table', () => {
  const table = (text: string) => read(Buffer.from(text));
  it('with the lines that Anki writes above is read by them', async () => {
    const { cards } = await table(
      '#separator:tab\n#html:true\n#guid column:1\n#notetype column:2\n#deck column:3\n#tags column:6\n' +
        'g1\tBasic\tDireito::Penal\tO que é <b>dolo</b>?\t"Vontade\nlivre"\tpenal crime\n' +
        'g2\tCloze\tDireito\tA pena é {{c1::privativa}} ou {{c2::restritiva}}\t\t\n' +
        'g3\tBasic (and reversed card)\tDefault\tfurto\tart. 155\t\n',
    );
    expect(
      cards.map(({ guid, ord, kind, front, back, deck: name, tags }) => [guid, ord, kind, front, back, name, tags]),
    ).toEqual([
      ['g1', 0, 'basic', 'O que é dolo?', 'Vontade livre', 'Direito › Penal', ['penal', 'crime']],
      ['g2', 0, 'cloze', 'A pena é {{c1::privativa}} ou {{c2::restritiva}}', '', 'Direito', []],
      ['g2', 1, 'cloze', 'A pena é {{c1::privativa}} ou {{c2::restritiva}}', '', 'Direito', []],
      ['g3', 0, 'basic', 'furto', 'art. 155', '', []],
      ['g3', 1, 'basic', 'art. 155', 'furto', '', []],
    ]);
  });
  it('from a spreadsheet is read without its titles, and its signs are text', async () => {
    const { cards } = await table('Frente;Verso\n"a < b; sempre";"sim, <b>é</b>"\nsó frente;\n');
    expect(cards.map(({ front, back }) => [front, back])).toEqual([['a < b; sempre', 'sim, <b>é</b>']]);
  });
  it('in the encoding of older Windows is read', async () => {
    const { cards } = await read(Buffer.from('pol\xedcia\tfor\xe7a', 'latin1'));
    expect(cards.map(({ front, back }) => [front, back])).toEqual([['polícia', 'força']]);
  });
  it('with the same card twice brings it once', async () => {
    const { cards, summary } = await table('a,b\na,b\n');
    expect(cards).toHaveLength(1);
    expect(reasons(summary.refused)).toEqual({ repeated: 1 });
  });
});
