import { isKeysTitle, keyOf, keysIn, labelOf, optionStart, questionStart, type TextLine } from './numbered-lines.ts';

/** The line at which the first question begins. Titles and numbered instructions of a cover are before it. */
export function firstQuestion(lines: readonly TextLine[]): number {
  const all = lines.flatMap(({ text }, at) => {
    const found = questionStart(text);
    return found ? [{ at, ...found }] : [];
  });
  const named = all.filter(({ isNamed }) => isNamed);
  // '1. …' right before 'Questão 2' is a question, not an instruction of the cover.
  const isCounted = all.some(({ at, number }) => at < (named[0]?.at ?? 0) && number === (named[0]?.number ?? 0) - 1);
  const starts = named.length >= 2 && !isCounted ? named : all;
  // The first number that options follow is a question, or the last entry of a list inside its statement.
  const isAnswered = (index: number) =>
    lines
      .slice((starts[index]?.at ?? 0) + 1, starts[index + 1]?.at ?? lines.length)
      .some(({ text }) => optionStart(text)?.letter === 0);
  const answered = starts.findIndex((_, index) => isAnswered(index));
  if (answered <= 0) return starts[0]?.at ?? 0;
  let first = answered;
  while (first > 0 && starts[first - 1]?.number === (starts[first]?.number ?? 0) - 1) first -= 1;
  const isList = first < answered;
  const before = starts[first - 1];
  // '1. Sobre os itens: 1. … 2. …': the list begins with the number of its question.
  if (isList && before?.number === 1 && starts[first]?.number === 1) return before.at;
  return starts[first]?.at ?? 0;
}

const SHAPE_MIN = 8;
const REPEATED_MIN = 3;

/** Ignores digits: in a line that pages repeat they are page numbers. */
const shapeOf = (text: string) => text.replace(/\d+/g, '#').replace(/\s+/g, ' ').trim().toLowerCase();

/** A line that pages repeat: how often, and as it was written first. */
export type RepeatedLine = { count: number; first: string };

/**
 * Lines that pages repeat, by their shapes, in a text that was copied from them. A line that is written three times and
 * a third of them behind options belongs to the page: commands of statements repeat, too, but never behind options.
 */
export function repeatedLines(lines: readonly TextLine[]): Map<string, RepeatedLine> {
  const counts = new Map<string, RepeatedLine & { behindOptions: number }>();
  let hasOption = false;
  for (const { text } of lines) {
    if (questionStart(text)) hasOption = false;
    else if (optionStart(text)) hasOption = true;
    else if (isPlain(text)) {
      const shape = shapeOf(text);
      const known = counts.get(shape) ?? { count: 0, first: text, behindOptions: 0 };
      known.count += 1;
      known.behindOptions += hasOption ? 1 : 0;
      counts.set(shape, known);
    }
  }
  const belongsToPage = (shape: string, { count, behindOptions }: { count: number; behindOptions: number }) =>
    (shape.length >= SHAPE_MIN || pageNumber.test(shape)) && count >= REPEATED_MIN && behindOptions * 3 >= count;
  return new Map([...counts].filter(([shape, found]) => belongsToPage(shape, found)));
}

const pageNumber = /^(?:p[áa]g(?:ina)?\.?\s*)?#(?:\s*(?:de|\/)\s*#)?$/u;

const isPlain = (text: string) =>
  keyOf(text) === null && keysIn(text) === null && !isKeysTitle(text) && labelOf(text) === null;

export const isRepeated = (repeated: ReadonlyMap<string, RepeatedLine>, text: string): boolean =>
  repeated.has(shapeOf(text));

/** A line of a copied text that goes on in the next one. */
const WRAPPED_MIN = 45;

/** Joins lines that were broken where the page ended, not where a sentence did. */
export function joinWrapped(texts: readonly string[]): string[] {
  const joined: string[] = [];
  for (const text of texts) {
    const last = joined.at(-1);
    // 'guarda-\nchuva' loses its hyphen, as most words that end a line with one have none.
    const isBroken = last !== undefined && /\p{L}-$/u.test(last) && /^\p{Ll}/u.test(text);
    const goesOn =
      last !== undefined && last.length >= WRAPPED_MIN && !/[.:;?!]["”’)]?$/u.test(last) && /^[\p{Ll}(“"]/u.test(text);
    if (isBroken) joined[joined.length - 1] = `${last.slice(0, -1)}${text}`;
    else if (goesOn) joined[joined.length - 1] = `${last} ${text}`;
    else joined.push(text);
  }
  return joined;
}
