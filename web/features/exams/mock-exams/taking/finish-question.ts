import { plural } from '#web/lib/format.ts';

/** How many numbers a line names; the grid shows the rest. */
const NAMED = 12;

const listed = new Intl.ListFormat('pt-BR', { type: 'conjunction' });

/** [2, 3, 7] → '2, 3 e 7' */
export const numbers = (places: readonly number[]): string => {
  const named = places.slice(0, NAMED).map((place) => String(place + 1));
  const rest = places.length - named.length;
  return listed.format(rest > 0 ? [...named, `mais ${rest}`] : named);
};

/**
 * The question that Finalizar asks first, given the positions of blank and flagged questions; null: none. Blank
 * questions come first: they cost points, a flag costs none.
 */
export function finishQuestion(blank: readonly number[], marked: readonly number[]) {
  if (blank.length === 0 && marked.length === 0) return null;
  const marks = plural(marked.length, 'marcada para revisão', 'marcadas para revisão');
  if (blank.length === 0) {
    return {
      question: `${marks}. Finalizar mesmo assim?`,
      details: [`${marked.length === 1 ? 'Marcada' : 'Marcadas'}: ${numbers(marked)}`],
    };
  }
  const gaps = blank.length === 1 ? 'Falta 1 questão' : `Faltam ${blank.length} questões`;
  return {
    question: `${gaps}. Finalizar mesmo assim?`,
    details: [`Em branco: ${numbers(blank)}`, ...(marked.length > 0 ? [`${marks}: ${numbers(marked)}`] : [])],
  };
}
