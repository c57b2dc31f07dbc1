import { plural } from '#web/lib/format.ts';

/** '12 questões', '6 cartões' or '12 questões e 6 cartões'. */
export function countWords(questions: number, cards: number): string {
  if (cards === 0) return plural(questions, 'questão', 'questões');
  const ofCards = plural(cards, 'cartão', 'cartões');
  return questions === 0 ? ofCards : `${plural(questions, 'questão', 'questões')} e ${ofCards}`;
}

/** '12 questões respondidas e 6 cartões revistos'. */
export function doneWords(questions: number, cards: number): string {
  const ofQuestions = plural(questions, 'questão respondida', 'questões respondidas');
  if (cards === 0) return ofQuestions;
  const ofCards = plural(cards, 'cartão revisto', 'cartões revistos');
  return questions === 0 ? ofCards : `${ofQuestions} e ${ofCards}`;
}
