import type { NewCardSource } from '#contract/study/cards.ts';
import { defineSlot } from './slot.tsx';

/** A dialog that makes a card from a selected phrase (study/cards). */
export const CardFromPhrase = defineSlot<{
  phrase: string;
  label: string;
  source: NewCardSource;
  onClose: () => void;
}>('card from phrase');
