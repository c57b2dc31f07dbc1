/** Words, numbers and signs of a text with their offsets. */
export type Token = {
  text: string;
  /** Without accents and capitals. */
  word: string;
  start: number;
  end: number;
  kind: 'word' | 'number' | 'ordinal' | 'sign';
};

const tokenShape = /([º°ª])|([\p{Lu}\p{Ll}]+)|(\d+(?:\.\d{3}(?!\d))*)|([^\s\p{Lu}\p{Ll}\d])/gu;

export const bareWord = (text: string): string =>
  /^[a-z]+$/.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

function kindOf(
  [all, ordinal, letters, digits]: readonly (string | undefined)[],
  isBehindNumber: boolean,
): Token['kind'] {
  if (ordinal !== undefined) return 'ordinal';
  if (letters !== undefined) return isBehindNumber && (all === 'o' || all === 'a') ? 'ordinal' : 'word';
  return digits === undefined ? 'sign' : 'number';
}

/** A letter `o` or `a` right behind a number is an ordinal sign, too: `art. 5o`. */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  for (const found of text.matchAll(tokenShape)) {
    const [all] = found;
    const start = found.index;
    const before = tokens.at(-1);
    const kind = kindOf(found, before?.kind === 'number' && before.end === start);
    tokens.push({ text: all, word: kind === 'word' ? bareWord(all) : all, start, end: start + all.length, kind });
  }
  return tokens;
}
