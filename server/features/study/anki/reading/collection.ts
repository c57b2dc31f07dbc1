import { DatabaseSync } from 'node:sqlite';
import { ANKI_CARD_REVIEWS_MAX, ANKI_CARDS_MAX, ANKI_REVIEWS_MAX } from '#contract/study/anki-limits.ts';
import { FileRefused } from '#server/zip/refused.ts';
import type { Review } from './deck-card.ts';
import { type Notetype, notetypesOfSchema11, notetypesOfSchema18 } from './notetypes.ts';
import { type CardSchedule, dayNumberAt } from './schedule.ts';

type Row = Record<string, unknown>;

export type NoteCard = CardSchedule & {
  guid: string;
  ord: number;
  notetypeId: string;
  deckId: string;
  tags: string;
  /** Null: longer than any field of a card. */
  fields: string | null;
  isSuspended: boolean;
  reviews: readonly Review[];
};

export type Collection = {
  /** The number of the day that due dates count from. */
  first: number;
  notetypes: ReadonlyMap<string, Notetype>;
  decks: ReadonlyMap<string, string>;
  cards(): Iterable<NoteCard>;
};

/** Longer fields are not read at all. */
const FIELDS_MAX = 1_000_000;
const SUSPENDED = -1;
const MAX_TIME = 8.64e15;

const readTables = ['col', 'notes', 'cards', 'revlog', 'notetypes', 'fields', 'templates', 'decks'];

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

/**
 * Opens the database of a deck. The file comes from a stranger: its schema must consist of plain tables and indexes, so
 * that reading runs nothing that the file brings.
 */
export function withCollection<T>(path: string, use: (collection: Collection) => T): T {
  try {
    const isSchema18 = checkSchema(path);
    if (isSchema18) replaceCollation(path);
    const db = open(path, true);
    try {
      return use(readCollection(db, isSchema18));
    } finally {
      db.close();
    }
  } catch (error) {
    if (error instanceof FileRefused || !isOfSqlite(error)) throw error;
    throw new FileRefused('broken');
  }
}

const isOfSqlite = (error: unknown) =>
  ['ERR_SQLITE_ERROR', 'ERR_OUT_OF_RANGE'].includes((error as NodeJS.ErrnoException).code ?? '');

function open(path: string, readOnly: boolean): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly, enableForeignKeyConstraints: false, allowExtension: false });
  db.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0');
  return db;
}

function checkSchema(path: string): boolean {
  const db = open(path, true);
  try {
    const objects = db.prepare('SELECT type, name, sql FROM sqlite_schema').all() as Row[];
    const isPlain = ({ type, sql }: Row) =>
      (type === 'table' || type === 'index') && !/^\s*create\s+virtual/i.test(textOf(sql));
    if (!objects.every(isPlain)) throw new FileRefused('broken');
    const tables = new Set(
      objects.filter(({ type }) => type === 'table').map(({ name }) => textOf(name).toLowerCase()),
    );
    if (!['col', 'notes', 'cards'].every((name) => tables.has(name))) throw new FileRefused('other_kind');
    for (const table of readTables) {
      const columns = db.prepare(`PRAGMA table_xinfo(${table})`).all() as Row[];
      // A computed column would run an expression of the file.
      if (columns.some(({ hidden }) => hidden !== 0)) throw new FileRefused('broken');
    }
    return tables.has('notetypes');
  } finally {
    db.close();
  }
}

/** Anki's own collation `unicase` does not exist here. Only scans follow, which need no order. */
function replaceCollation(path: string): void {
  const db = open(path, false);
  try {
    db.enableDefensive(false);
    db.exec('PRAGMA writable_schema = ON');
    db.exec("UPDATE sqlite_schema SET sql = replace(sql, 'unicase', 'nocase') WHERE sql LIKE '%unicase%'");
  } finally {
    db.close();
  }
}

function readCollection(db: DatabaseSync, isSchema18: boolean): Collection {
  const [col] = db.prepare('SELECT CAST(crt AS REAL) AS crt, models, decks FROM col LIMIT 1').all() as Row[];
  const [size] = db.prepare('SELECT count(*) AS count FROM cards').all() as Row[];
  if (!col) throw new FileRefused('broken');
  if (numberOf(size?.count) > ANKI_CARDS_MAX) throw new FileRefused('too_large');
  const created = numberOf(col.crt) * 1000;
  return {
    first: dayNumberAt(Math.max(0, created)),
    notetypes: isSchema18 ? notetypesOfSchema18(db) : notetypesOfSchema11(parseObject(textOf(col.models))),
    decks: isSchema18 ? decksOfSchema18(db) : decksOfSchema11(textOf(col.decks)),
    cards: () => cardsOf(db),
  };
}

function decksOfSchema11(json: string): Map<string, string> {
  const decks = parseObject(json);
  return new Map(Object.entries(decks).map(([id, deck]) => [id, textOf((deck as Row | null)?.name)]));
}

function parseObject(json: string): Row {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    throw new FileRefused('broken');
  }
  if (typeof parsed !== 'object' || parsed === null) throw new FileRefused('broken');
  return parsed as Row;
}

function decksOfSchema18(db: DatabaseSync): Map<string, string> {
  const rows = db.prepare('SELECT CAST(id AS TEXT) AS id, name FROM decks NOT INDEXED').all() as Row[];
  return new Map(rows.map(({ id, name }) => [textOf(id), textOf(name).replaceAll('\x1f', '::')]));
}

const columns = `CAST(c.id AS TEXT) AS id, n.guid, CAST(n.mid AS TEXT) AS mid, n.tags,
  CASE WHEN length(n.flds) > ${FIELDS_MAX} THEN NULL ELSE n.flds END AS flds,
  CAST(CASE WHEN c.odid <> 0 THEN c.odid ELSE c.did END AS TEXT) AS did,
  CAST(c.ord AS REAL) AS ord, CAST(c.type AS REAL) AS type, CAST(c.queue AS REAL) AS queue, CAST(c.due AS REAL) AS due,
  CAST(c.ivl AS REAL) AS ivl, CAST(c.factor AS REAL) AS factor, CAST(c.odue AS REAL) AS odue, c.data`;

function* cardsOf(db: DatabaseSync): Generator<NoteCard> {
  const reviews = reviewsOf(db);
  const rows = db.prepare(`SELECT ${columns} FROM cards c JOIN notes n ON n.id = c.nid ORDER BY c.id`).iterate();
  for (const row of rows as Iterable<Row>) {
    yield {
      guid: textOf(row.guid),
      ord: numberOf(row.ord),
      notetypeId: textOf(row.mid),
      deckId: textOf(row.did),
      tags: textOf(row.tags),
      fields: row.flds === null ? null : String(row.flds),
      isSuspended: row.queue === SUSPENDED,
      type: numberOf(row.type),
      due: numberOf(row.due),
      ivl: numberOf(row.ivl),
      factor: numberOf(row.factor),
      odue: numberOf(row.odue),
      data: textOf(row.data),
      reviews: reviews.get(textOf(row.id)) ?? [],
    };
  }
}

/** The newest reviews of every card, oldest first. */
function reviewsOf(db: DatabaseSync): Map<string, Review[]> {
  const found = new Map<string, Review[]>();
  const rows = db
    .prepare(`SELECT CAST(cid AS TEXT) AS cid, CAST(id AS REAL) AS id, CAST(ease AS REAL) AS ease, CAST(ivl AS REAL) AS ivl,
      CAST(lastIvl AS REAL) AS lastIvl, CAST(factor AS REAL) AS factor, CAST(time AS REAL) AS time,
      CAST(type AS REAL) AS type FROM revlog ORDER BY revlog.id DESC LIMIT ${ANKI_REVIEWS_MAX}`)
    .iterate();
  for (const row of rows as Iterable<Row>) {
    const at = numberOf(row.id);
    if (at <= 0 || at > MAX_TIME) continue;
    const cid = textOf(row.cid);
    const list = found.get(cid);
    const review: Review = [
      at,
      numberOf(row.ease),
      numberOf(row.ivl),
      numberOf(row.lastIvl),
      numberOf(row.factor),
      numberOf(row.time),
      numberOf(row.type),
    ];
    if (!list) found.set(cid, [review]);
    else if (list.length < ANKI_CARD_REVIEWS_MAX) list.push(review);
  }
  for (const list of found.values()) list.reverse();
  return found;
}
