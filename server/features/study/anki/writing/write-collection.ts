import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { addDays, dayNumber, dayOf, momentOn } from '#server/time/calendar.ts';
import type { Review } from '../reading/deck-card.ts';
import { confJson, deckOptionsJson, decksJson, modelsJson, notetypeIds } from './collection-json.ts';
import type { ExportedCard } from './exported-card.ts';
import { notesOf } from './notes.ts';

/** Anki's schema 11, which every version from 2.1 on imports. */
const schema = `
  CREATE TABLE col (id integer primary key, crt integer not null, mod integer not null, scm integer not null,
    ver integer not null, dty integer not null, usn integer not null, ls integer not null, conf text not null,
    models text not null, decks text not null, dconf text not null, tags text not null);
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
  CREATE TABLE graves (usn integer not null, oid integer not null, type integer not null);`;
const indexes = `
  CREATE INDEX ix_notes_usn ON notes (usn);
  CREATE INDEX ix_cards_usn ON cards (usn);
  CREATE INDEX ix_revlog_usn ON revlog (usn);
  CREATE INDEX ix_cards_nid ON cards (nid);
  CREATE INDEX ix_cards_sched ON cards (did, queue, due);
  CREATE INDEX ix_revlog_cid ON revlog (cid);
  CREATE INDEX ix_notes_csum ON notes (csum);`;

const DEFAULT_DECK = 'Default';
const FIRST_DECK_ID = 1_763_424_100_000;
const ROLLOVER_S = 4 * 3600;
const EASE = 2500;
const [NEW, REVIEW] = [0, 2];
const SUSPENDED = -1;
/** Types of reviews: the first of a card, and later ones. */
const [LEARN, AGAIN] = [0, 1];

/** Ids of Anki are moments in milliseconds, each once. */
function uniqueIds() {
  const used = new Set<number>();
  return (moment: number): number => {
    let id = Math.max(1, Math.round(moment));
    while (used.has(id)) id += 1;
    used.add(id);
    return id;
  };
}

/** Anki's checksum and sort field: the first field without markup. */
const plainField = (html: string) =>
  html
    .replaceAll('<br>', ' ')
    .replace(/<img[^>]{0,300}>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
const checksum = (plain: string) => Number.parseInt(createHash('sha1').update(plain).digest('hex').slice(0, 8), 16);

/** The answers given here as rows of `revlog`: intervals are the days until the next answer, and of the memory. */
function reviewsOf({ pastReviews, answers, state }: ExportedCard): Review[] {
  const days = answers.map(([at]) => dayNumber(dayOf(new Date(at))));
  const before = pastReviews.at(-1);
  const own = answers.map(([at, grade], index): Review => {
    const day = days[index] as number;
    const next = days[index + 1];
    const previous = index > 0 ? (days[index - 1] as number) : before ? dayNumber(dayOf(new Date(before[0]))) : null;
    const ivl = next === undefined ? Math.round(state?.stability ?? 0) : next - day;
    return [
      at,
      grade,
      Math.max(1, ivl),
      previous === null ? 0 : day - previous,
      EASE,
      0,
      previous === null ? LEARN : AGAIN,
    ];
  });
  return [...pastReviews, ...own];
}

/** Writes the database of a package. */
export function writeCollection(path: string, cards: readonly ExportedCard[], now: number): void {
  const db = new DatabaseSync(path);
  try {
    db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; BEGIN');
    db.exec(schema);
    fill(db, cards, now);
    db.exec(indexes);
    db.exec('COMMIT');
  } finally {
    db.close();
  }
}

/** The day that due dates count from: no card is due before it. */
function firstDay(cards: readonly ExportedCard[], now: number): string {
  return cards.reduce(
    (first, { createdAt, state }) => [first, dayOf(new Date(createdAt)), state?.lastDay ?? first].sort()[0] as string,
    dayOf(new Date(now)),
  );
}

function fill(db: DatabaseSync, cards: readonly ExportedCard[], now: number): void {
  const seconds = Math.floor(now / 1000);
  const first = firstDay(cards, now);
  const decks = new Map([[DEFAULT_DECK, 1]]);
  for (const { deck } of cards) if (deck !== '' && !decks.has(deck)) decks.set(deck, FIRST_DECK_ID + decks.size);
  const created = Math.floor(momentOn(first, ROLLOVER_S).getTime() / 1000);
  db.prepare("INSERT INTO col VALUES (1, ?, ?, ?, 11, 0, 0, 0, ?, ?, ?, ?, '{}')").run(
    created,
    now,
    now,
    confJson,
    modelsJson(seconds),
    decksJson(decks, seconds),
    deckOptionsJson,
  );
  const addNote = db.prepare("INSERT INTO notes VALUES (?, ?, ?, ?, -1, ?, ?, ?, ?, 0, '')");
  const addCard = db.prepare('INSERT INTO cards VALUES (?, ?, ?, ?, ?, -1, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, 0, ?)');
  const addReview = db.prepare('INSERT INTO revlog VALUES (?, ?, -1, ?, ?, ?, ?, ?, ?)');
  const [noteId, cardId, reviewId] = [uniqueIds(), uniqueIds(), uniqueIds()];
  let position = 0;
  for (const note of notesOf(cards)) {
    const [leading] = note.cards;
    if (!leading) continue;
    const { createdAt, tags } = leading.card;
    const plain = plainField(note.fields[0] ?? '');
    const nid = noteId(createdAt);
    const changed = Math.floor(Math.max(...note.cards.map(({ card }) => card.updatedAt)) / 1000);
    const tagged = tags.length === 0 ? '' : ` ${tags.map((tag) => tag.replaceAll(/\s/g, '_')).join(' ')} `;
    addNote.run(
      nid,
      note.guid,
      notetypeIds[note.kind],
      changed,
      tagged,
      note.fields.join('\x1f'),
      plain,
      checksum(plain),
    );
    for (const { ord, card } of note.cards) {
      const cid = cardId(card.createdAt);
      const { state } = card;
      const reviews = reviewsOf(card);
      const ivl = state ? Math.max(1, Math.round(state.stability)) : 0;
      position += 1;
      const due = state ? dayNumber(addDays(state.lastDay, ivl)) - dayNumber(first) : position;
      const type = state ? REVIEW : NEW;
      const data = state ? JSON.stringify({ s: state.stability, d: state.difficulty, dr: 0.9 }) : '';
      addCard.run(
        cid,
        nid,
        decks.get(card.deck) ?? 1,
        ord,
        changed,
        type,
        card.isSuspended ? SUSPENDED : type,
        due,
        ivl,
        state ? EASE : 0,
        reviews.length,
        state?.lapses ?? 0,
        data,
      );
      for (const [at, ...values] of reviews) addReview.run(reviewId(at), cid, ...values);
    }
  }
}
