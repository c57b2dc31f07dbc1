/** The fragment of a link to a lesson that names the words of a search hit: the lesson may have them in a recording. */
const NAME = '#fala=';

export const spokenFragment = (words: readonly string[]): string =>
  words.length === 0 ? '' : `${NAME}${words.map(encodeURIComponent).join('+')}`;

/** A fragment that was written by hand may not be decodable: then it names no words. */
export function spokenWordsIn(hash: string): string[] {
  if (!hash.startsWith(NAME)) return [];
  try {
    return hash.slice(NAME.length).split('+').map(decodeURIComponent).filter(Boolean);
  } catch {
    return [];
  }
}
