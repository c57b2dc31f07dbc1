import type { SheetKey } from './answer-rows.ts';
import type { AnswerSheet, KeyTable } from './read-sheet.ts';

/** A question that a key is looked for. `options` is 0 for an item that is right or wrong. */
export type KeylessQuestion = { number: number; options: number };

export type KeyProblem =
  | { kind: 'missing'; number: number }
  /** The sheet says a letter that the question has no option for. */
  | { kind: 'no_option'; number: number; letter: string };

export type KeyMatch = {
  /** By the number of the question. */
  keys: Map<number, SheetKey>;
  problems: KeyProblem[];
  /** Numbers of the sheet that are no question. */
  extra: number[];
};

/** Which of several types an exam is, or null where nothing says so. */
export function chooseTable({ tables }: AnswerSheet, type: string | null): KeyTable | null {
  if (tables.length === 1) return tables[0] ?? null;
  const named = type === null ? [] : tables.filter(({ name }) => name === type);
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** Right and wrong, as sheets of items write them. */
const verdicts = new Set(['C', 'E', 'V', 'F']);

/** Matches questions and keys by number only. What does not fit is named. */
export function matchKeys(questions: readonly KeylessQuestion[], table: KeyTable): KeyMatch {
  const keys = new Map<number, SheetKey>();
  const problems: KeyProblem[] = [];
  for (const { number, options } of questions) {
    const key = table.keys.get(number);
    if (!key) problems.push({ kind: 'missing', number });
    else if (key.kind === 'letter' && !fits(key.letter, options)) {
      problems.push({ kind: 'no_option', number, letter: key.letter });
    } else keys.set(number, key);
  }
  const known = new Set(questions.map(({ number }) => number));
  return { keys, problems, extra: [...table.keys.keys()].filter((number) => !known.has(number)) };
}

const fits = (letter: string, options: number) =>
  options === 0 ? verdicts.has(letter) : letter.charCodeAt(0) - 65 < options && letter.charCodeAt(0) >= 65;
