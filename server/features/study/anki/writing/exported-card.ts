import type { Review } from '../reading/deck-card.ts';

/** A card of a student with everything that goes to Anki. Times in milliseconds. */
export type ExportedCard = {
  creationKey: string;
  kind: 'basic' | 'cloze';
  front: string;
  back: string;
  hint: string;
  gap: number;
  /** The name of the picture in the package. */
  picture: string | null;
  pictureSide: 'front' | 'back';
  deck: string;
  tags: string[];
  sourceLabel: string;
  isSuspended: boolean;
  ankiGuid: string | null;
  ankiOrd: number | null;
  createdAt: number;
  updatedAt: number;
  state: { stability: number; difficulty: number; lastDay: string; lapses: number } | null;
  pastReviews: Review[];
  /** Answers here, oldest first: moment and grade. */
  answers: [number, 1 | 2 | 3 | 4][];
};
