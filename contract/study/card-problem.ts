import { gapNumbers } from './card-text.ts';

/** The problem of a card's texts, in words; null where there is none. */
export function cardProblem(card: { kind: 'basic' | 'cloze'; front: string; back: string; gap?: number }) {
  if (card.kind === 'basic') return card.back.trim() === '' ? { field: 'back', words: 'Escreva a resposta.' } : null;
  return gapNumbers(card.front).includes(card.gap ?? 1)
    ? null
    : { field: 'front', words: 'Esconda pelo menos uma palavra.' };
}
