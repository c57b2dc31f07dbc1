import type { AnkiLoss, AnkiRefusal } from '#contract/study/anki.ts';

/** A row of Anki's `revlog` without its card: id (ms), ease, ivl, lastIvl, factor, time, type. */
export type Review = readonly [number, number, number, number, number, number, number];

/** What Anki knew of a memory on a day. */
export type Seed = { stability: number; difficulty: number; day: string };

/** A card of a file in the form of the student's cards. */
export type DeckCard = {
  guid: string;
  /** The number of the template, or of the gap less one. */
  ord: number;
  kind: 'basic' | 'cloze';
  front: string;
  back: string;
  hint: string;
  gap: number;
  /** The name of an image in the media of the file. */
  picture: string | null;
  pictureSide: 'front' | 'back';
  deck: string;
  tags: string[];
  sourceLabel: string;
  isSuspended: boolean;
  seed: Seed | null;
  reviews: Review[];
};

export type Counted<Reason> = { reason: Reason; count: number; examples: string[] };

export type DeckSummary = {
  cards: number;
  scheduled: number;
  pictures: number;
  refused: Counted<AnkiRefusal>[];
  losses: Counted<AnkiLoss>[];
  decks: { name: string; cards: number }[];
  samples: { front: string; back: string; deck: string }[];
};
