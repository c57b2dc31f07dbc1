import type { Anchor } from '#contract/content/annotations.ts';
import { ANNOTATION_CONTEXT } from '#contract/limits.ts';

/** A stretch of a text, from its first letter to the one after its last. */
export type Stretch = { start: number; end: number };

export const anchorOf = (text: string, { start, end }: Stretch): Anchor => ({
  quote: text.slice(start, end).toWellFormed(),
  prefix: text.slice(Math.max(0, start - ANNOTATION_CONTEXT), start).toWellFormed(),
  suffix: text.slice(end, end + ANNOTATION_CONTEXT).toWellFormed(),
  position: start,
});

/** How many characters of a quote's ends, or of its context, are searched when the full quote is not found. */
const PIECE = 24;
const LEAST_PIECE = 8;
/** The least similarity of the words that are there now. */
const ALIKE = 0.6;
/** Places that are tried for each end of a passage. */
const TRIED = 40;

/** Finds a passage in a text that may have been edited since; null when it is gone. */
export function findAnchor(text: string, anchor: Anchor): Stretch | null {
  const { quote } = anchor;
  const whole = occurrences(text, quote).map((start) => ({ start, end: start + quote.length }));
  return best(whole, (place) => contextScore(text, anchor, place)) ?? findEdited(text, anchor);
}

/** The quote has changed: finds a passage with the same start and end, or between the same context. */
function findEdited(text: string, anchor: Anchor): Stretch | null {
  const { quote, prefix, suffix, position } = anchor;
  const nearest = (places: number[], to: number) =>
    [...new Set(places)].sort((a, b) => Math.abs(a - to) - Math.abs(b - to)).slice(0, TRIED);
  const before = prefix.slice(-PIECE);
  const starts = nearest(
    [
      ...occurrences(text, piece(quote.slice(0, PIECE))),
      ...occurrences(text, piece(before)).map((at) => at + before.length),
    ],
    position,
  );
  const tail = quote.slice(-PIECE);
  const ends = nearest(
    [
      ...occurrences(text, piece(tail)).map((at) => at + tail.length),
      ...occurrences(text, piece(suffix.slice(0, PIECE))),
    ],
    position + quote.length,
  );
  const pairs = starts.flatMap((start) => ends.map((end) => ({ start, end })));
  const likely = pairs.filter(({ start, end }) => {
    const length = end - start;
    return length > 0 && length >= quote.length / 2 && length <= quote.length * 2;
  });
  const wanted = pairsOfLetters(quote);
  const alike = (place: Stretch) => likeness(wanted, pairsOfLetters(text.slice(place.start, place.end)));
  const found = best(likely, (place) => alike(place) + contextScore(text, anchor, place) / 10);
  return found && alike(found) >= ALIKE ? found : null;
}

/** A short piece occurs everywhere and is no evidence. */
const piece = (part: string) => (part.length < LEAST_PIECE ? '' : part);

function occurrences(text: string, wanted: string): number[] {
  const places: number[] = [];
  if (wanted === '') return places;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) places.push(at);
  return places;
}

/** The share of the context that is unchanged, 0 to 1; the nearer position breaks a tie. */
function contextScore(text: string, { prefix, suffix, position }: Anchor, { start, end }: Stretch): number {
  let same = 0;
  while (same < prefix.length && prefix.at(-1 - same) === text[start - 1 - same]) same += 1;
  let after = 0;
  while (after < suffix.length && suffix[after] === text[end + after]) after += 1;
  const around = (same + after) / Math.max(1, prefix.length + suffix.length);
  return around - Math.min(1, Math.abs(start - position) / Math.max(1, text.length)) / 100;
}

function best<T>(places: readonly T[], score: (place: T) => number): T | null {
  let found: { place: T; score: number } | null = null;
  for (const place of places) {
    const its = score(place);
    if (!found || its > found.score) found = { place, score: its };
  }
  return found?.place ?? null;
}

function pairsOfLetters(text: string): Map<string, number> {
  const pairs = new Map<string, number>();
  for (let at = 0; at + 1 < text.length; at += 1) {
    const pair = text.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

/** 0: nothing in common, 1: the same pairs of letters. */
function likeness(a: Map<string, number>, b: Map<string, number>): number {
  let [common, all] = [0, 0];
  for (const [pair, count] of a) {
    common += Math.min(count, b.get(pair) ?? 0);
    all += count;
  }
  for (const count of b.values()) all += count;
  return all === 0 ? 0 : (2 * common) / all;
}
