import { searchKey } from '#server/db/keys.ts';

const LONGEST_WORD = 60;
const MOST_QUERY_WORDS = 8;

/** The words of a text without case and accents, in order. */
export const plainWords = (text: string): string[] =>
  (searchKey(text).match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length <= LONGEST_WORD);

/** Endings of Portuguese plurals after the accents are gone, longest first. */
const plurals: readonly [ending: RegExp, singular: string][] = [
  [/(?<=.)oes$/, 'ao'],
  [/(?<=.)aes$/, 'ao'],
  [/(?<=.)aos$/, 'ao'],
  [/(?<=.)ais$/, 'al'],
  [/(?<=.)eis$/, 'el'],
  [/(?<=.)ois$/, 'ol'],
  [/(?<=.)uis$/, 'ul'],
  [/(?<=.)ns$/, 'm'],
  [/(?<=[aeiou])([rz])es$/, '$1'],
  [/(?<=..[^s])s$/, ''],
];

/**
 * The singular of an unaccented word, by its ending. It need not be correct, only the same for singular and plural:
 * 'licoes' and 'licao' both give 'licao'.
 */
export function singular(word: string): string {
  for (const [ending, replacement] of plurals) {
    if (ending.test(word)) return word.replace(ending, replacement);
  }
  return word;
}

export type QueryWord = {
  original: string;
  plain: string;
  singular: string;
  /** Words one typing error away, when those are searched as well. */
  near?: ReadonlySet<string>;
};

/** The words of a query; words beyond the length of a sentence are omitted. */
export function queryWords(query: string): QueryWord[] {
  const words = query.normalize('NFKC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words
    .flatMap((original) => {
      const plain = plainWords(original)[0];
      return plain ? [{ original: original.toLowerCase(), plain, singular: singular(plain) }] : [];
    })
    .slice(0, MOST_QUERY_WORDS);
}

const SHORTEST_NEAR = 4;
const LONGEST_NEAR = 20;
const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/** Every word one typing error away: a letter missing, added, wrong, or two swapped. */
export function nearWords(word: string): Set<string> {
  const near = new Set<string>();
  if (word.length < SHORTEST_NEAR || word.length > LONGEST_NEAR || !/^[a-z]+$/.test(word)) return near;
  for (let at = 0; at <= word.length; at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    for (const letter of letters) {
      near.add(before + letter + after);
      if (after) near.add(before + letter + after.slice(1));
    }
    if (after) near.add(before + after.slice(1));
    if (after.length > 1) near.add(`${before}${after[1]}${after[0]}${after.slice(2)}`);
  }
  near.delete(word);
  return near;
}
