import type { TextPiece } from '../../../contract/search.ts';
import { searchKey } from '../../db/keys.ts';
import { type QueryWord, singular } from './words.ts';

const BEFORE = 60;
const LENGTH = 190;

type Span = { start: number; end: number };

/** Where the text holds words that begin like one of the query's, or are its plural or singular. */
function hits(text: string, query: readonly QueryWord[]): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const plain = searchKey(match[0]);
    const one = singular(plain);
    if (query.some((word) => plain.startsWith(word.plain) || one === word.singular || word.near?.has(plain))) {
      spans.push({ start: match.index, end: match.index + match[0].length });
    }
  }
  return spans;
}

/** The whole text in pieces, hits marked. */
export function marked(text: string, query: readonly QueryWord[]): TextPiece[] {
  return cut(text, hits(text, query), 0, text.length);
}

/** A stretch of the text around its first hit, or its beginning. */
export function snippet(text: string, query: readonly QueryWord[]): TextPiece[] {
  const flat = text.replace(/\s+/g, ' ').trim();
  const spans = hits(flat, query);
  const first = spans[0]?.start ?? 0;
  const start = first <= BEFORE ? 0 : wordStart(flat, first - BEFORE);
  const end = start + LENGTH >= flat.length ? flat.length : wordEnd(flat, start + LENGTH);
  const pieces = cut(flat, spans, start, end);
  if (start > 0) pieces.unshift({ text: '… ', hit: false });
  if (end < flat.length) pieces.push({ text: ' …', hit: false });
  return pieces;
}

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
    if (span.start < start || span.end > end) continue;
    if (span.start > at) pieces.push({ text: text.slice(at, span.start), hit: false });
    pieces.push({ text: text.slice(span.start, span.end), hit: true });
    at = span.end;
  }
  if (at < end) pieces.push({ text: text.slice(at, end), hit: false });
  // A cut through a surrogate pair would not be text any more.
  return pieces.map((piece) => ({ ...piece, text: piece.text.toWellFormed() }));
}
