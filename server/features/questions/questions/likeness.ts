import { TRUE_FALSE } from '#contract/questions/question-kind.ts';
import type { QuestionFormat } from '#contract/questions/question-shapes.ts';
import { plainText } from '#contract/questions/question-text.ts';
import { searchKey } from '#server/db/keys.ts';

/** The content that is compared: what a student reads, without the base text. */
export type Comparable = { format: QuestionFormat; questionText: string; options: readonly { optionText: string }[] };

/** Each shingle with its number of occurrences. */
type Shingles = ReadonlyMap<string, number>;
export type Shingled = { statement: Shingles; options: Shingles };

/**
 * Thresholds for near-duplicates: the share of the whole question, and the least share of the statement and of the
 * options alone. 'Assinale a alternativa correta' with other options is another question. bench/duplicates.ts checks
 * recall and precision of both.
 */
const ALIKE = 0.5;
const ALIKE_IN_PART = 0.2;

/** Pairs of neighbouring words. Start and end of each text count as words. */
function shinglesIn(format: QuestionFormat, texts: readonly string[]): Shingles {
  const shingles = new Map<string, number>();
  for (const text of texts) {
    const words = searchKey(plainText(format, text)).match(/[\p{L}\p{N}]+/gu) ?? [];
    if (words.length === 0) continue;
    const ended = ['', ...words, ''];
    for (let at = 1; at < ended.length; at += 1) {
      const shingle = `${ended[at - 1]} ${ended[at]}`;
      shingles.set(shingle, (shingles.get(shingle) ?? 0) + 1);
    }
  }
  return shingles;
}

const judged = new Set(TRUE_FALSE.map(searchKey));

/** Each option is a separate text, so the order of options has no effect. 'Certo' and 'Errado' are ignored. */
export function shinglesOf({ format, questionText, options }: Comparable): Shingled {
  const told = options.map(({ optionText }) => optionText);
  const isJudged = told.every((text) => judged.has(searchKey(plainText(format, text))));
  return { statement: shinglesIn(format, [questionText]), options: shinglesIn(format, isJudged ? [] : told) };
}

/** All shingles of a question, once each. */
export const allShingles = ({ statement, options }: Shingled): ReadonlySet<string> =>
  new Set([...statement.keys(), ...options.keys()]);

type Shared = { shared: number; all: number };

function compare(a: Shingles, b: Shingles): Shared {
  let [shared, all] = [0, 0];
  for (const [shingle, count] of a) {
    const other = b.get(shingle) ?? 0;
    shared += Math.min(count, other);
    all += Math.max(count, other);
  }
  for (const [shingle, count] of b) if (!a.has(shingle)) all += count;
  return { shared, all };
}

/** The share of shingles that two questions have in common, from 0 (none) to 1 (all). */
export function likenessOf(a: Shingled, b: Shingled): number {
  const [statement, options] = [compare(a.statement, b.statement), compare(a.options, b.options)];
  const all = statement.all + options.all;
  return all === 0 ? 0 : (statement.shared + options.shared) / all;
}

/** The likeness of two questions when they are near-duplicates, else null. */
export function alikeBy(a: Shingled, b: Shingled): number | null {
  const parts = [compare(a.statement, b.statement), compare(a.options, b.options)];
  if (parts.some(({ shared, all }) => all > 0 && shared / all < ALIKE_IN_PART)) return null;
  const likeness = likenessOf(a, b);
  return likeness >= ALIKE ? likeness : null;
}
