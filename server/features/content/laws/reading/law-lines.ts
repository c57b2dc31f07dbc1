import { isGroup, readLabel } from './law-labels.ts';

export type LawLine = {
  text: string;
  /** The line's number in what was pasted, from 1. */
  line: number;
  /** Text that its source shows struck through: a version that is no longer in force. */
  isStruck: boolean;
  /** A row of a table, its cells parted by ` | `. */
  isTable: boolean;
};

/** Lines above this length are paragraphs: text is wrapped at far less. */
const WRAPPED_MAX = 200;

export const plain = (text: string): string =>
  text
    .replace(/\u00ad/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const endsSentence = (text: string) => /[.;:!?)\]”"]$/.test(text) || /[;,] (?:e|ou)$/.test(text);
const isHeading = (text: string) => text === text.toUpperCase() && /\p{Lu}{2}/u.test(text);

/** Whether a line of wrapped text goes on in the next one. */
function goesOn(before: string, next: string): boolean {
  const begun = readLabel(before, { inLetter: false });
  if (begun && begun.rest === '') return false;
  if (isHeading(before) !== isHeading(next)) return !isHeading(before) && /^\p{Ll}/u.test(next);
  const label = readLabel(next, { inLetter: false });
  // A group in capitals is a heading, also below a line that looks unfinished.
  if (label && isGroup(label.kind) && /^\p{Lu}{2}/u.test(next)) return false;
  // An article is never cited with a capital in the middle of a sentence; the other labels and súmulas are.
  if (label)
    return (
      (label.kind !== 'artigo' || label.isEnunciado === true) &&
      label.rest !== '' &&
      !endsSentence(before) &&
      !isHeading(before)
    );
  return !endsSentence(before) || /^\p{Ll}/u.test(next);
}

const isTypesetHyphen = (before: string, next: string) => /\p{Ll}-$/u.test(before) && /^\p{Ll}/u.test(next);

/**
 * Paragraphs of a plain text. Text that was wrapped at a column is joined again. An empty line ends a paragraph.
 * With `dropHyphens` a hyphen at a line's end is one of the typesetter, as in PDFs.
 */
export function linesOfText(source: string, { dropHyphens = false } = {}): LawLine[] {
  const raw = source.split(/\r\n|\n|\r/).map(plain);
  const isWrapped = raw.every((text) => text.length <= WRAPPED_MAX);
  const paragraphs: { line: number; pieces: string[] }[] = [];
  let before = '';
  for (const [at, text] of raw.entries()) {
    const open = paragraphs.at(-1);
    if (text !== '' && open && before !== '' && isWrapped && goesOn(before, text)) {
      const isSplitWord = dropHyphens && isTypesetHyphen(before, text);
      if (isSplitWord) open.pieces.push((open.pieces.pop() ?? '').slice(0, -1), text);
      else open.pieces.push(' ', text);
    } else if (text !== '') {
      paragraphs.push({ line: at + 1, pieces: [text] });
    }
    before = text;
  }
  return paragraphs.map(({ line, pieces }) => ({ text: pieces.join(''), line, isStruck: false, isTable: false }));
}
