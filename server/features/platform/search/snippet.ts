import type { TextPiece } from '#contract/platform/search.ts';
import { searchKey } from '#server/db/keys.ts';
import { type QueryWord, singular } from '#server/text/search-words.ts';

const BEFORE = 60;
const LENGTH = 190;
/** Characters read before and after a hit: enough for LENGTH characters, whatever the whitespace between the words. */
const NEARBY = 1000;

type Span = { start: number; end: number };

/** All spellings of a letter by its `searchKey`: candidates are found by their first letters, not word by word. */
const spellings = new Map<string, string>();
for (let code = 0x30; code < 0x250; code += 1) {
  const letter = String.fromCharCode(code);
  const key = searchKey(letter);
  if (/^[\p{L}\p{N}]$/u.test(key)) spellings.set(key, (spellings.get(key) ?? '') + letter);
}

/** A plural and its singular share at least these letters. */
const sharedLetters = (plain: string) => [...plain].slice(0, plain.length >= 5 ? 2 : 1);

function wordsThatBeginLike(query: readonly QueryWord[]): RegExp {
  const wanted = query.flatMap(({ plain, near = [] }) => [plain, ...near]);
  const beginnings = wanted.map((plain) =>
    sharedLetters(plain)
      .map((letter) => `[${spellings.get(letter) ?? letter}]\\p{M}*`)
      .join(''),
  );
  return new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])(?:${[...new Set(beginnings)].join('|')})[\\p{L}\\p{N}\\p{M}]*`, 'gu');
}

/** Marks what a query finds in titles and texts. */
export function highlighterOf(query: readonly QueryWord[]) {
  const candidates = wordsThatBeginLike(query);

  /** The positions of words that begin like a word of the query, or are its plural or singular; lazily, one by one. */
  function* hits(text: string): Generator<Span, null> {
    for (const match of text.matchAll(candidates)) {
      const plain = searchKey(match[0]);
      const one = singular(plain);
      if (query.some((word) => plain.startsWith(word.plain) || one === word.singular || word.near?.has(plain))) {
        yield { start: match.index, end: match.index + match[0].length };
      }
    }
    return null;
  }

  return {
    /** The whole text in pieces, hits marked. */
    marked: (text: string): TextPiece[] => cut(text, [...hits(text)], 0, text.length),

    /** A stretch of the text around its first hit, or its beginning. */
    snippet(text: string): TextPiece[] {
      const place = hits(text).next().value?.start ?? 0;
      // Only the nearby text is normalised: a lesson is long, and most of it is not shown.
      const from = Math.max(0, place - NEARBY);
      const before = flat(text.slice(from, place)).trimStart();
      const after = flat(text.slice(place, place + NEARBY)).trimEnd();
      const whole = before + after;
      const start = before.length <= BEFORE ? 0 : wordStart(whole, before.length - BEFORE);
      const end = start + LENGTH >= whole.length ? whole.length : wordEnd(whole, start + LENGTH);
      const spans: Span[] = [];
      for (const span of hits(after)) {
        if (before.length + span.end > end) break;
        spans.push({ start: before.length + span.start, end: before.length + span.end });
      }
      const pieces = cut(whole, spans, start, end);
      if (from + start > 0) pieces.unshift({ text: '… ', hit: false });
      if (end < whole.length || place + NEARBY < text.length) pieces.push({ text: ' …', hit: false });
      return pieces;
    },
  };
}

const flat = (text: string) => text.replace(/\s+/g, ' ');

const wordStart = (text: string, from: number) => {
  const space = text.indexOf(' ', from);
  return space === -1 || space > from + BEFORE ? from : space + 1;
};

const wordEnd = (text: string, from: number) => {
  const space = text.lastIndexOf(' ', from);
  return space > from - BEFORE ? space : from;
};

function cut(text: string, spans: readonly Span[], start: number, end: number): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = start;
  for (const span of spans) {
    if (span.start < start || span.end > end || span.start === span.end) continue;
    if (span.start > at) pieces.push({ text: text.slice(at, span.start), hit: false });
    pieces.push({ text: text.slice(span.start, span.end), hit: true });
    at = span.end;
  }
  if (at < end) pieces.push({ text: text.slice(at, end), hit: false });
  // A cut through a surrogate pair would not be text any more.
  return pieces.map((piece) => ({ ...piece, text: piece.text.toWellFormed() }));
}
