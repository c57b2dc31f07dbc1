import { DAY_MS } from '#contract/time.ts';

/** Bytes of an uploaded deck. */
export const ANKI_MAX_BYTES = 100 * 1024 * 1024;
/** Bytes of the database inside a deck, unpacked. */
export const ANKI_COLLECTION_MAX_BYTES = 256 * 1024 * 1024;
/** Files inside a deck. */
export const ANKI_ENTRIES_MAX = 60_000;
/** Cards of one file, whether they can come or not. */
export const ANKI_CARDS_MAX = 60_000;
/** Reviews of one file, and of one card: the newest are stored. */
export const ANKI_REVIEWS_MAX = 600_000;
export const ANKI_CARD_REVIEWS_MAX = 500;
/** Decks that one file may have. */
export const ANKI_DECKS_MAX = 500;
/** Imports that one answer lists. */
export const ANKI_IMPORTS_SHOWN = 20;
/** A preview that is not confirmed is deleted after this time, and an import can be undone for as long. */
export const ANKI_UNDO_MS = 7 * DAY_MS;
