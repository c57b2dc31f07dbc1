import * as z from 'zod/mini';
import { binary, endpoint } from '#contract/endpoint.ts';
import { id, instant, rowId, stored, text } from '#contract/shapes.ts';
import { ANKI_DECKS_MAX, ANKI_MAX_BYTES } from './anki-limits.ts';
import { CARD_DECK_MAX } from './card-limits.ts';

/* Decks of Anki and tables of cards: into the student's cards, and out of them. */

/** Why a card cannot come. */
export const ankiRefusals = [
  'empty',
  'no_answer',
  'no_gap',
  'too_long',
  'image_occlusion',
  'two_pictures',
  'repeated',
] as const;
export type AnkiRefusal = (typeof ankiRefusals)[number];

/** What a card that comes leaves behind. */
export const ankiLosses = [
  'sound',
  'extra_picture',
  'missing_picture',
  'unusable_picture',
  'too_many_pictures',
  'shortened',
  'tags',
  'restarted',
] as const;
export type AnkiLoss = (typeof ankiLosses)[number];

const count = z.int();
const counted = <T extends readonly string[]>(reasons: T) =>
  z.array(z.object({ reason: stored(z.enum(reasons), reasons[0] as T[number]), count, examples: z.array(z.string()) }));

const deck = z.object({
  /** The heading that its cards get; empty for the deck that every collection has. */
  name: z.string(),
  cards: count,
  /** The topic of the school with the same name. */
  topic: z.nullable(z.object({ id: z.int(), name: z.string(), subject: z.string() })),
});

const ankiImport = z.object({
  id,
  fileName: z.string(),
  state: stored(z.enum(['preview', 'running', 'done', 'undoing', 'undone']), 'done'),
  createdAt: instant,
  /** Cards of the file that can come. */
  cards: count,
  /** Those of them that the student has already; an import leaves these alone. */
  known: count,
  /** Cards with a memory that Anki measured, and cards with a picture. */
  scheduled: count,
  pictures: count,
  refused: counted(ankiRefusals),
  losses: counted(ankiLosses),
  decks: z.array(deck),
  samples: z.array(z.object({ front: z.string(), back: z.string(), deck: z.string() })),
  /** How many more cards the student may have. */
  free: count,
  /** Cards of the chosen decks that were processed, and those of them that were added. */
  processed: count,
  chosen: count,
  added: count,
  /** Pictures that could not be read. */
  brokenPictures: count,
  /** It ended before the end of the file. */
  isBrokenOff: z.boolean(),
  /** Null: it can be undone. */
  notUndoable: z.nullable(stored(z.enum(['preview', 'running', 'undone', 'too_late']), 'too_late')),
  undoUntil: instant,
  /** Cards that stayed after an undo, because the student had answered or changed them. */
  stayed: count,
});
export type AnkiImport = z.output<typeof ankiImport>;

export const uploadAnkiDeck = endpoint({
  method: 'POST',
  path: '/api/cards/imports',
  access: 'signedIn',
  needsAccess: true,
  weight: 20,
  summary:
    'Reads an .apkg, CSV or TSV (multipart field `file`) and says what comes and what cannot. No card is made. The same file is the same preview.',
  bodyType: 'multipart',
  bodyLimit: ANKI_MAX_BYTES + 64 * 1024,
  response: ankiImport,
  alsoAnswers: [201],
});

export const listAnkiImports = endpoint({
  method: 'GET',
  path: '/api/cards/imports',
  access: 'signedIn',
  summary: 'One’s own last imports, newest first.',
  response: z.array(
    z.object({
      id,
      fileName: z.string(),
      state: stored(z.enum(['preview', 'running', 'done', 'undoing', 'undone']), 'done'),
      createdAt: instant,
      cards: count,
      added: count,
      isBrokenOff: z.boolean(),
    }),
  ),
});
export type ListedAnkiImport = z.output<(typeof listAnkiImports)['response']>[number];

export const getAnkiImport = endpoint({
  method: 'GET',
  path: '/api/cards/imports/:id',
  access: 'signedIn',
  summary: 'One import: its preview, its progress, its result.',
  response: ankiImport,
});

export const startAnkiImport = endpoint({
  method: 'POST',
  path: '/api/cards/imports/:id/start',
  access: 'signedIn',
  needsAccess: true,
  errors: ['conflict', 'state_conflict', 'topic_gone'],
  summary: 'Makes the cards in the background. Repeated calls start it once.',
  body: z.object({
    /** Decks that are not named come under their own heading. */
    decks: z
      .array(z.object({ name: text(CARD_DECK_MAX), topicId: z.nullable(rowId), isSkipped: z.boolean() }))
      .check(z.maxLength(ANKI_DECKS_MAX)),
    keepsSchedule: z.boolean(),
  }),
  bodyLimit: 256 * 1024,
  response: ankiImport,
});

export const undoAnkiImport = endpoint({
  method: 'POST',
  path: '/api/cards/imports/:id/undo',
  access: 'signedIn',
  errors: ['state_conflict'],
  summary: 'Deletes the cards of an import that the student has neither answered nor changed.',
  response: ankiImport,
});

export const discardAnkiImport = endpoint({
  method: 'DELETE',
  path: '/api/cards/imports/:id',
  access: 'signedIn',
  errors: ['state_conflict'],
  summary: 'Deletes a preview and its file.',
});

export const exportAnkiDeck = endpoint({
  method: 'GET',
  path: '/api/cards/anki',
  access: 'signedIn',
  work: 'export',
  weight: 20,
  summary: 'One’s own cards as an .apkg: topics as decks, pictures, memory and review log.',
  response: binary,
});
