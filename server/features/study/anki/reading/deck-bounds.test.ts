import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ankiDeck } from '#server/testing/anki-decks.ts';
import type { DeckCard, DeckSummary } from './deck-card.ts';
import { readDeck } from './read-deck.ts';

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

describe('values that the tables of cards cannot store', () => {
  const own = (ord: string) => `
    UPDATE col SET models = json_set(models, '$."1001".flds', json('[{"name":"Frente","ord":0},{"name":"Verso","ord":1},{"name":"Dica","ord":2},{"name":"Fonte","ord":3}]'));
    UPDATE cards SET ord = ${ord}`;
  const note = { guid: 'g', notetype: 'Basic' as const, fields: ['a', 'b', '', ''] };
  it.each(['40000', '0.5', '-1', '500', '1e300'])('the card number %s refuses the card', async (ord) => {
    const { cards, summary } = await read(await ankiDeck('anki2', { notes: [note], alsoRun: own(ord) }));
    expect(cards).toEqual([]);
    expect(reasons(summary.refused)).toEqual({ empty: 1 });
  });
  it('the last card number that fits is read', async () => {
    const { cards } = await read(await ankiDeck('anki2', { notes: [note], alsoRun: own('499') }));
    expect(cards.map(({ ord }) => ord)).toEqual([499]);
  });
  it('the number of a gap that no card has refuses the card', async () => {
    const notes = [{ guid: 'g', notetype: 'Cloze' as const, fields: ['{{c0::zero}} {{c1::um}}', ''] }];
    const alsoRun = 'UPDATE cards SET ord = -1';
    const { summary } = await read(await ankiDeck('anki2', { notes, alsoRun }));
    expect(reasons(summary.refused)).toEqual({ no_gap: 1 });
  });
  it('a guid loses its NUL, and a long one is replaced by a hash', async () => {
    const alsoRun = `UPDATE notes SET guid = 'a' || char(0) || 'b' WHERE guid = 'g';
      UPDATE notes SET guid = '${'x'.repeat(5000)}' WHERE guid = 'h'`;
    const { cards } = await read(await ankiDeck('anki2', { notes: [note, { ...note, guid: 'h' }], alsoRun }));
    expect(cards.map(({ guid }) => guid)).toEqual(['ab', expect.stringMatching(/^[0-9a-f]{64}$/)]);
  });
  it('a guid of a table loses its NUL as well', async () => {
    const text = '#separator:tab\n#guid column:1\na\0b\tCapital?\tBrasília\n';
    const { cards } = await read(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]));
    expect(cards).toMatchObject([{ guid: 'ab', front: 'Capital?' }]);
  });
  const review = { type: 2, due: 10, ivl: 4, factor: 2500 };
  it.each([
    ['a creation date in milliseconds', 1_700_000_000_000],
    ['a creation date in the year 9990', 253_000_000_000],
    ['a creation date that no calendar has', 8e12],
    ['a creation date of next year', Date.parse('2027-11-18') / 1000],
  ])('the memory of a card is not later than today with %s', async (_what, crt) => {
    const notes = [{ ...note, cards: [review] }];
    const { cards } = await read(await ankiDeck('anki2', { notes, alsoRun: `UPDATE col SET crt = ${crt}` }));
    expect(cards).toMatchObject([{ seed: { day: TODAY } }]);
  });
  it.each([Date.parse('2027-01-01'), Date.UTC(12_000, 0), 8.6e15])('nor with a review at %d', async (at) => {
    const notes = [{ ...note, cards: [{ ...review, reviews: [{ at, ease: 3 }] }] }];
    const { cards } = await read(await ankiDeck('anki2', { notes }));
    expect(cards).toMatchObject([{ seed: { day: TODAY } }]);
  });
});

it('a template that repeats its fields without end refuses the card, and others come', async () => {
  const long = 'x'.repeat(500_000);
  const qfmt = '{{Front}}'.repeat(2000);
  const { cards, summary } = await read(
    await ankiDeck('anki2', {
      notes: [
        { guid: 'a', notetype: 'Basic', fields: [long, 'b'] },
        { guid: 'b', notetype: 'Basic (and reversed card)', fields: ['frente', 'verso'] },
      ],
      alsoRun: `UPDATE col SET models = json_set(models, '$."1001".tmpls[0].qfmt', '${qfmt}')`,
    }),
  );
  expect(cards.map(({ guid }) => guid)).toEqual(['b']);
  expect(reasons(summary.refused)).toEqual({ too_long: 1 });
});
