import type { DeckCard, Review } from '../reading/deck-card.ts';

/** A card of a student with everything that goes to Anki. Times in milliseconds. */
export type ExportedCard = Omit<DeckCard, 'guid' | 'ord' | 'seed' | 'reviews'> & {
  creationKey: string;
  ankiGuid: string | null;
  ankiOrd: number | null;
  createdAt: number;
  updatedAt: number;
  state: { stability: number; difficulty: number; lastDay: string; lapses: number } | null;
  pastReviews: Review[];
  /** Answers here, oldest first: moment and grade. */
  answers: [number, 1 | 2 | 3 | 4][];
};
