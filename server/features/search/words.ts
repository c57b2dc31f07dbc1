import { searchKey } from '../../db/keys.ts';

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
 * The singular of an unaccented word, as far as its ending tells. It need not be right, only the same for singular
 * and plural: 'licoes' and 'licao' both give 'licao'.
 */
export function singular(word: string): string {
  for (const [ending, replacement] of plurals) {
    if (ending.test(word)) return word.replace(ending, replacement);
  }
  return word;
}

export type QueryWord = { original: string; plain: string; singular: string };

/** What a person typed, word by word; more words than a sentence has are left out. */
export function queryWords(query: string): QueryWord[] {
  const words = query.normalize('NFKC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words
    .flatMap((original) => {
      const plain = plainWords(original)[0];
      return plain ? [{ original: original.toLowerCase(), plain, singular: singular(plain) }] : [];
    })
    .slice(0, MOST_QUERY_WORDS);
}
