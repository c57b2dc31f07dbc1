import { parseCardText } from '#contract/study/card-text.ts';

/** A word that can be hidden, or what lies between two words. */
export type ClozeToken = { text: string; isWord: boolean; isHidden: boolean };

const words = /[\p{L}\p{N}§º°ª%]+(?:[-'’/.,][\p{L}\p{N}]+)*/gu;

function split(text: string, isHidden: boolean): ClozeToken[] {
  const tokens: ClozeToken[] = [];
  let done = 0;
  for (const { 0: word, index } of text.matchAll(words)) {
    if (index > done) tokens.push({ text: text.slice(done, index), isWord: false, isHidden });
    tokens.push({ text: word, isWord: true, isHidden });
    done = index + word.length;
  }
  if (done < text.length) tokens.push({ text: text.slice(done), isWord: false, isHidden });
  return tokens;
}

/** The words of a sentence; null where it has formulas, hints or gaps of several numbers, which only the text shows. */
export function clozeTokens(source: string): ClozeToken[] | null {
  const parts = parseCardText(source);
  const isPlain = parts.every(
    (part) =>
      part.kind === 'text' ||
      (part.kind === 'gap' &&
        part.number === 1 &&
        part.hint === '' &&
        part.inside.every(({ kind }) => kind === 'text')),
  );
  if (!isPlain) return null;
  return joined(
    parts.flatMap((part) => {
      if (part.kind === 'text') return split(part.text, false);
      const inside = part.kind === 'gap' ? part.inside : [];
      return inside.flatMap((one) => (one.kind === 'text' ? split(one.text, true) : []));
    }),
  );
}

/** The space between two hidden words is hidden with them. */
const joined = (tokens: readonly ClozeToken[]): ClozeToken[] =>
  tokens.map((token, at) =>
    token.isWord
      ? token
      : {
          ...token,
          isHidden: Boolean(tokens[at - 1]?.isHidden && tokens[at + 1]?.isHidden && token.text.trim() === ''),
        },
  );

export const toggleWord = (tokens: readonly ClozeToken[], at: number): ClozeToken[] =>
  joined(tokens.map((token, place) => (place === at ? { ...token, isHidden: !token.isHidden } : token)));

/** The sentence with its gaps: hidden words that follow each other are one gap. */
export function clozeSource(tokens: readonly ClozeToken[]): string {
  let source = '';
  let isInside = false;
  for (const { text, isHidden } of tokens) {
    if (isHidden !== isInside) source += isHidden ? '{{c1::' : '}}';
    isInside = isHidden;
    source += text;
  }
  return isInside ? `${source}}}` : source;
}

export const sentenceOf = (tokens: readonly ClozeToken[]): string => tokens.map(({ text }) => text).join('');

/** The edited sentence. Words before and after the edit stay hidden as they were. */
export function withSentence(tokens: readonly ClozeToken[], sentence: string): ClozeToken[] {
  const next = split(sentence, false);
  const most = Math.min(tokens.length, next.length);
  const isSame = (a: ClozeToken | undefined, b: ClozeToken | undefined) => a?.text === b?.text;
  let first = 0;
  while (first < most && isSame(tokens[first], next[first])) first += 1;
  let last = 0;
  while (last < most - first && isSame(tokens.at(-1 - last), next.at(-1 - last))) last += 1;
  return joined(
    next.map((token, at) => {
      const before = at < first ? tokens[at] : undefined;
      const after = at >= next.length - last ? tokens[tokens.length - next.length + at] : undefined;
      return { ...token, isHidden: (before ?? after)?.isHidden ?? false };
    }),
  );
}
