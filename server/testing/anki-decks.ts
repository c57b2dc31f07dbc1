import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import { zstdCompressSync } from 'node:zlib';
import yazl from 'yazl';

/* Decks in the file layouts of Anki: schema 11 with JSON, and schema 18 with tables and protobuf. */

export type Generation = 'anki2' | 'anki21' | 'anki21b';
export const generations: readonly Generation[] = ['anki2', 'anki21', 'anki21b'];

type FixtureCard = {
  ord?: number;
  deck?: string;
  type?: number;
  queue?: number;
  due?: number;
  ivl?: number;
  factor?: number;
  data?: string;
  reviews?: {
    at: number;
    ease: number;
    ivl?: number;
    lastIvl?: number;
    factor?: number;
    time?: number;
    type?: number;
  }[];
};
export type FixtureNote = {
  guid: string;
  notetype: 'Basic' | 'Basic (and reversed card)' | 'Cloze';
  fields: string[];
  tags?: string[];
  cards?: FixtureCard[];
};
export type FixtureDeck = {
  notes: FixtureNote[];
  media?: Record<string, Buffer>;
  /** Statements run on the finished database, for hostile decks. */
  alsoRun?: string;
  /** Entries that replace those of the package, for damaged decks. */
  alsoPacked?: Record<string, Buffer>;
};

/** The moment that due dates count from: 1 January 2026, 4 o'clock in São Paulo. */
export const DECK_CREATED_S = 1_767_250_800;

const ids = { Basic: 1001, 'Basic (and reversed card)': 1002, Cloze: 1003 } as const;
const front = { name: 'Card 1', qfmt: '{{Front}}', afmt: '{{FrontSide}}\n\n<hr id=answer>\n\n{{Back}}' };
const reverse = { name: 'Card 2', qfmt: '{{Back}}', afmt: '{{FrontSide}}\n\n<hr id=answer>\n\n{{Front}}' };
const stock = [
  { name: 'Basic', type: 0, fields: ['Front', 'Back'], templates: [front] },
  { name: 'Basic (and reversed card)', type: 0, fields: ['Front', 'Back'], templates: [front, reverse] },
  {
    name: 'Cloze',
    type: 1,
    fields: ['Text', 'Back Extra'],
    templates: [{ name: 'Cloze', qfmt: '{{cloze:Text}}', afmt: '{{cloze:Text}}<br>\n{{Back Extra}}' }],
  },
] as const;

const common = `
  CREATE TABLE notes (id integer primary key, guid text not null, mid integer not null, mod integer not null,
    usn integer not null, tags text not null, flds text not null, sfld integer not null, csum integer not null,
    flags integer not null, data text not null);
  CREATE TABLE cards (id integer primary key, nid integer not null, did integer not null, ord integer not null,
    mod integer not null, usn integer not null, type integer not null, queue integer not null, due integer not null,
    ivl integer not null, factor integer not null, reps integer not null, lapses integer not null,
    left integer not null, odue integer not null, odid integer not null, flags integer not null, data text not null);
  CREATE TABLE revlog (id integer primary key, cid integer not null, usn integer not null, ease integer not null,
    ivl integer not null, lastIvl integer not null, factor integer not null, time integer not null,
    type integer not null);
  CREATE TABLE col (id integer primary key, crt integer not null, mod integer not null, scm integer not null,
    ver integer not null, dty integer not null, usn integer not null, ls integer not null, conf text not null,
    models text not null, decks text not null, dconf text not null, tags text not null);
  CREATE INDEX ix_notes_usn ON notes (usn);
  CREATE INDEX ix_cards_usn ON cards (usn);
  CREATE INDEX ix_revlog_usn ON revlog (usn);
  CREATE INDEX ix_cards_nid ON cards (nid);
  CREATE INDEX ix_cards_sched ON cards (did, queue, due);
  CREATE INDEX ix_revlog_cid ON revlog (cid);
  CREATE INDEX ix_notes_csum ON notes (csum);`;
const schema11 = `${common} CREATE TABLE graves (usn integer not null, oid integer not null, type integer not null);`;
// Anki's own collation 'unicase' is as long as 'nocase' and a space, and replaces it in the finished file.
const schema18 = `${common}
  CREATE TABLE graves (oid integer not null, type integer not null, usn integer not null, PRIMARY KEY (oid, type)) WITHOUT ROWID;
  CREATE TABLE notetypes (id integer not null primary key, name text not null collate nocase , mtime_secs integer not null,
    usn integer not null, config blob not null);
  CREATE UNIQUE INDEX idx_notetypes_name ON notetypes (name);
  CREATE TABLE fields (ntid integer not null, ord integer not null, name text not null collate nocase , config blob not null,
    PRIMARY KEY (ntid, ord)) WITHOUT ROWID;
  CREATE UNIQUE INDEX idx_fields_name_ntid ON fields (name, ntid);
  CREATE TABLE templates (ntid integer not null, ord integer not null, name text not null collate nocase ,
    mtime_secs integer not null, usn integer not null, config blob not null, PRIMARY KEY (ntid, ord)) WITHOUT ROWID;
  CREATE UNIQUE INDEX idx_templates_name_ntid ON templates (name, ntid);
  CREATE TABLE decks (id integer primary key not null, name text not null collate nocase , mtime_secs integer not null,
    usn integer not null, common blob not null, kind blob not null);
  CREATE UNIQUE INDEX idx_decks_name ON decks (name);
  CREATE TABLE tags (tag text not null primary key collate nocase , usn integer not null, collapsed boolean not null,
    config blob null) WITHOUT ROWID;
  CREATE TABLE config (key text not null primary key, usn integer not null, mtime_secs integer not null, val blob not null)
    WITHOUT ROWID;
  CREATE TABLE deck_config (id integer primary key not null, name text not null collate nocase , mtime_secs integer not null,
    usn integer not null, config blob not null);`;

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];
const bytesField = (number: number, value: Buffer | string) => {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes]);
};
const numberField = (number: number, value: number) => Buffer.from([...varint(number * 8), ...varint(value)]);

function fill(db: DatabaseSync, deck: FixtureDeck, isSchema18: boolean): void {
  const decks = [...new Set(deck.notes.flatMap(({ cards = [{}] }) => cards.map((card) => card.deck ?? 'Default')))];
  const deckId = (name: string) => (name === 'Default' ? 1 : 2000 + decks.indexOf(name));
  const models = stock.map((model) => ({
    id: ids[model.name],
    name: model.name,
    type: model.type,
    flds: model.fields.map((name, ord) => ({ name, ord })),
    tmpls: model.templates.map((template, ord) => ({ ...template, ord })),
  }));
  db.prepare('INSERT INTO col VALUES (1, ?, 0, 0, ?, 0, 0, 0, ?, ?, ?, ?, ?)').run(
    DECK_CREATED_S,
    isSchema18 ? 18 : 11,
    isSchema18 ? '' : '{}',
    isSchema18 ? '' : JSON.stringify(Object.fromEntries(models.map((model) => [model.id, model]))),
    isSchema18
      ? ''
      : JSON.stringify(Object.fromEntries(decks.map((name) => [deckId(name), { id: deckId(name), name }]))),
    isSchema18 ? '' : '{}',
    isSchema18 ? '' : '{}',
  );
  if (isSchema18) fillTables(db, models, decks, deckId);
  let [noteId, cardId] = [1_700_000_000_000, 1_700_000_500_000];
  const addNote = db.prepare('INSERT INTO notes VALUES (?, ?, ?, 0, -1, ?, ?, ?, 0, 0, ?)');
  const addCard = db.prepare('INSERT INTO cards VALUES (?, ?, ?, ?, 0, -1, ?, ?, ?, ?, ?, 0, 0, 0, 0, 0, 0, ?)');
  const addReview = db.prepare('INSERT INTO revlog VALUES (?, ?, -1, ?, ?, ?, ?, ?, ?)');
  db.exec('BEGIN');
  for (const { guid, notetype, fields, tags = [], cards = [{}] } of deck.notes) {
    noteId += 1;
    addNote.run(noteId, guid, ids[notetype], ` ${tags.join(' ')} `, fields.join('\x1f'), fields[0] ?? '', '');
    for (const card of cards) {
      cardId += 1;
      const { ord = 0, type = 0, queue = type, due = 0, ivl = 0, factor = 0, data = '' } = card;
      addCard.run(cardId, noteId, deckId(card.deck ?? 'Default'), ord, type, queue, due, ivl, factor, data);
      for (const review of card.reviews ?? []) {
        const { at, ease, ivl: next = 0, lastIvl = 0, factor: eased = 0, time = 0, type: kind = 1 } = review;
        addReview.run(at, cardId, ease, next, lastIvl, eased, time, kind);
      }
    }
  }
  db.exec('COMMIT');
}

type Model = {
  id: number;
  name: string;
  type: number;
  flds: { name: string; ord: number }[];
  tmpls: { name: string; ord: number; qfmt: string; afmt: string }[];
};

function fillTables(db: DatabaseSync, models: Model[], decks: string[], deckId: (name: string) => number): void {
  for (const { id, name, type, flds, tmpls } of models) {
    const config = Buffer.concat([type === 1 ? numberField(1, 1) : Buffer.alloc(0), bytesField(3, '.card {}')]);
    db.prepare('INSERT INTO notetypes VALUES (?, ?, 0, 0, ?)').run(id, name, config);
    for (const field of flds)
      db.prepare('INSERT INTO fields VALUES (?, ?, ?, ?)').run(id, field.ord, field.name, Buffer.alloc(0));
    for (const { ord, name: called, qfmt, afmt } of tmpls) {
      const formats = Buffer.concat([bytesField(1, qfmt), bytesField(2, afmt)]);
      db.prepare('INSERT INTO templates VALUES (?, ?, ?, 0, 0, ?)').run(id, ord, called, formats);
    }
  }
  for (const name of decks) {
    const stored = name.replaceAll('::', '\x1f');
    db.prepare('INSERT INTO decks VALUES (?, ?, 0, 0, ?, ?)').run(
      deckId(name),
      stored,
      Buffer.alloc(0),
      Buffer.alloc(0),
    );
  }
}

/** The bytes of a collection. */
export function collectionBytes(deck: FixtureDeck, isSchema18 = false): Buffer {
  const directory = mkdtempSync(join(tmpdir(), 'alvorada-deck-'));
  try {
    const path = join(directory, 'collection');
    const db = new DatabaseSync(path);
    db.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; BEGIN');
    db.exec(isSchema18 ? schema18 : schema11);
    db.exec('COMMIT');
    fill(db, deck, isSchema18);
    if (deck.alsoRun) db.exec(deck.alsoRun);
    db.close();
    if (isSchema18) {
      writeFileSync(
        path,
        Buffer.from(readFileSync(path, 'latin1').replaceAll('collate nocase ', 'collate unicase'), 'latin1'),
      );
    }
    return readFileSync(path);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

export async function zipOf(entries: Record<string, Buffer>): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(content, name);
  zip.end();
  return buffer(zip.outputStream);
}

const LATEST = 3;

/** A deck as Anki exports it. The newer layouts contain an empty `collection.anki2` for older versions. */
export async function ankiDeck(generation: Generation, deck: FixtureDeck): Promise<Buffer> {
  const media = Object.entries(deck.media ?? {});
  const notice = {
    notes: [{ guid: 'update', notetype: 'Basic', fields: ['Please update Anki', ''] }],
  } satisfies FixtureDeck;
  if (generation !== 'anki21b') {
    return zipOf({
      ...(generation === 'anki21' ? { 'collection.anki2': collectionBytes(notice) } : {}),
      [`collection.${generation}`]: collectionBytes(deck),
      media: Buffer.from(JSON.stringify(Object.fromEntries(media.map(([name], at) => [at, name])))),
      ...Object.fromEntries(media.map(([, content], at) => [at, content])),
      ...deck.alsoPacked,
    });
  }
  const entries = media.map(([name, content]) =>
    bytesField(
      1,
      Buffer.concat([
        bytesField(1, name),
        numberField(2, content.length),
        bytesField(3, createHash('sha1').update(content).digest()),
      ]),
    ),
  );
  return zipOf({
    meta: numberField(1, LATEST),
    'collection.anki2': collectionBytes(notice),
    'collection.anki21b': zstdCompressSync(collectionBytes(deck, true)),
    media: zstdCompressSync(Buffer.concat(entries)),
    ...Object.fromEntries(media.map(([, content], at) => [at, zstdCompressSync(content)])),
    ...deck.alsoPacked,
  });
}
