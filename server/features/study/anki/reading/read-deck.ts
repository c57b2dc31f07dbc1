import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { type AnkiLoss, type AnkiRefusal, ankiLosses, ankiRefusals } from '#contract/study/anki.ts';
import { ANKI_DECKS_MAX } from '#contract/study/anki-limits.ts';
import { CARD_DECK_MAX } from '#contract/study/card-limits.ts';
import { FileRefused } from '#server/zip/refused.ts';
import { DECK_SEPARATOR } from '../own-notetypes.ts';
import { withCollection } from './collection.ts';
import { readCardTable } from './csv-notes.ts';
import type { Counted, DeckCard, DeckSummary } from './deck-card.ts';
import { tidied } from './field-text.ts';
import { withPackage } from './package.ts';
import { seedOf } from './schedule.ts';
import { sidesOf } from './sides.ts';
import { type Content, type Converted, toCard } from './to-card.ts';

export type DeckRequest = {
  path: string;
  /** For the unpacked database. The caller deletes it. */
  directory: string;
  today: string;
  /** How many more pictures the student may have. */
  freePictures: number;
};

/** Cards of one chunk, and roughly its letters: parsing it must not block the event loop. */
const CHUNK = 200;
const CHUNK_LETTERS = 400_000;
const REVIEW_LETTERS = 50;
const EXAMPLES = 3;
const SAMPLES = 5;
const LEARNING = 1;
/** Far above the guids of Anki and of tools that write decks. */
const GUID_MAX = 200;
const ZIP = Buffer.from([0x50, 0x4b]);
const usablePicture = /\.(?:jpe?g|png|gif|webp|avif)$/i;

const defaultDecks = new Set(['default', 'padrão', 'predeterminado', 'standard', 'par défaut', 'predefinito']);

/** Reads a deck or a table. `add` gets the cards in chunks, in the order of the file. */
export async function readDeck(request: DeckRequest, add: (cards: DeckCard[]) => void): Promise<DeckSummary> {
  const collected = collect(add);
  if (await isZip(request.path)) {
    await withPackage(request.path, request.directory, async (database, media) => {
      readCollectionCards(database, collected, picturesOf(media.names, request.freePictures), request.today);
    });
  } else {
    readTableCards(await readFile(request.path), collected);
  }
  return collected.finish();
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer.equals(ZIP);
  } finally {
    await file.close();
  }
}

/** Says of each picture why it cannot come. Each name counts once towards the limit. */
function picturesOf(names: ReadonlySet<string>, free: number): (name: string) => AnkiLoss | null {
  const taken = new Set<string>();
  return (name) => {
    if (!names.has(name)) return 'missing_picture';
    if (!usablePicture.test(name)) return 'unusable_picture';
    if (!taken.has(name) && taken.size >= free) return 'too_many_pictures';
    taken.add(name);
    return null;
  };
}

/** A guid that the database can store. A long one is replaced by its hash, so that it still names the same note. */
function storableGuid(source: string): string {
  const guid = source.replaceAll('\0', '').toWellFormed();
  return guid.length > GUID_MAX ? createHash('sha256').update(guid).digest('hex') : guid;
}

type Collected = ReturnType<typeof collect>;

function collect(add: (cards: DeckCard[]) => void) {
  let chunk: DeckCard[] = [];
  let letters = 0;
  const seen = new Set<string>();
  const decks = new Map<string, number>();
  const refused = new Map<AnkiRefusal, { count: number; examples: string[] }>();
  const losses = new Map<AnkiLoss, { count: number; examples: string[] }>();
  const samples: DeckSummary['samples'] = [];
  let [cards, scheduled, pictures] = [0, 0, 0];
  const count = <R>(counts: Map<R, { count: number; examples: string[] }>, reason: R, excerpt: string) => {
    const found = counts.get(reason) ?? { count: 0, examples: [] };
    counts.set(reason, found);
    found.count += 1;
    if (found.examples.length < EXAMPLES && excerpt !== '') found.examples.push(excerpt);
  };
  const flush = () => {
    if (chunk.length > 0) add(chunk);
    chunk = [];
    letters = 0;
  };
  const listed = <R>(order: readonly R[], counts: Map<R, { count: number; examples: string[] }>): Counted<R>[] =>
    order.flatMap((reason) => {
      const found = counts.get(reason);
      return found ? [{ reason, ...found }] : [];
    });
  return {
    take(converted: Converted, other: Omit<DeckCard, keyof Content>, restarted = false) {
      if ('refused' in converted) {
        count(refused, converted.refused, converted.excerpt);
        return;
      }
      const guid = storableGuid(other.guid);
      const key = `${other.ord}:${guid}`;
      if (seen.has(key)) {
        count(refused, 'repeated', converted.content.front.slice(0, 80).toWellFormed());
        return;
      }
      seen.add(key);
      const card: DeckCard = { ...converted.content, ...other, guid };
      if (!decks.has(card.deck) && decks.size >= ANKI_DECKS_MAX) throw new FileRefused('too_large');
      decks.set(card.deck, (decks.get(card.deck) ?? 0) + 1);
      cards += 1;
      if (card.seed) scheduled += 1;
      if (card.picture !== null) pictures += 1;
      for (const loss of converted.losses) count(losses, loss, card.front.slice(0, 80).toWellFormed());
      if (restarted) count(losses, 'restarted', '');
      if (samples.length < SAMPLES) samples.push({ front: card.front, back: card.back, deck: card.deck });
      chunk.push(card);
      letters += card.front.length + card.back.length + card.reviews.length * REVIEW_LETTERS;
      if (chunk.length === CHUNK || letters > CHUNK_LETTERS) flush();
    },
    finish(): DeckSummary {
      flush();
      return {
        cards,
        scheduled,
        pictures,
        refused: listed(ankiRefusals, refused),
        losses: listed(ankiLosses, losses),
        decks: [...decks].map(([name, number]) => ({ name, cards: number })),
        samples,
      };
    },
  };
}

/** `A::B` as the heading of cards; nothing for the deck that every collection has. */
export function headingOf(name: string): string {
  const levels = name
    .split('::')
    .map((level) => tidied(level).replaceAll('\n', ' '))
    .filter((level) => level !== '');
  const isDefault = levels.length === 1 && defaultDecks.has((levels[0] ?? '').toLowerCase());
  return isDefault ? '' : levels.join(DECK_SEPARATOR).slice(0, CARD_DECK_MAX).toWellFormed().trim();
}

function readCollectionCards(
  database: string,
  collected: Collected,
  pictureProblem: (name: string) => AnkiLoss | null,
  today: string,
): void {
  withCollection(database, ({ notetypes, decks, first, cards }) => {
    for (const card of cards()) {
      const notetype = notetypes.get(card.notetypeId);
      const deck = headingOf(decks.get(card.deckId) ?? '');
      const { guid, ord, reviews, isSuspended } = card;
      const sides = notetype ? sidesOf(card, notetype, deck) : ({ refused: 'empty' } as const);
      const converted: Converted =
        'refused' in sides
          ? { refused: sides.refused, excerpt: '' }
          : toCard({ sides, isHtml: true, ord, tags: card.tags.split(' '), pictureProblem });
      const seed = seedOf(card, reviews, first, today);
      const restarted = seed === null && card.type >= LEARNING;
      collected.take(converted, { guid, ord, deck, isSuspended, seed, reviews: [...reviews] }, restarted);
    }
  });
}

function readTableCards(file: Buffer, collected: Collected): void {
  const { isHtml, cards } = readCardTable(file);
  for (const { guid, ord, deck, tags, sides } of cards) {
    const converted = toCard({ sides, isHtml, ord, tags, pictureProblem: () => 'missing_picture' });
    const other = { guid, ord, deck: headingOf(deck), isSuspended: false, seed: null, reviews: [] };
    collected.take(converted, other);
  }
}
