import type { PageArea } from '#contract/exams/essay-pages.ts';

/** A passage of an essay: text.slice(start, end). */
export type Passage = { start: number; end: number };

/** What a reader has selected and not marked yet: a passage, or a rectangle of a page. */
export type Selection = Passage & { area?: PageArea };

type Word = Passage;

export const wordsOf = (text: string, until: number): Word[] =>
  [...text.slice(0, until).matchAll(/\S+/g)].map(({ 0: word, index }) => ({ start: index, end: index + word.length }));

/** From one word to another, both included. */
export type WordRange = { anchor: number; focus: number };

export function passageOf(words: readonly Word[], { anchor, focus }: WordRange): Passage | null {
  const [first, last] = [words[Math.min(anchor, focus)], words[Math.max(anchor, focus)]];
  return first && last ? { start: first.start, end: last.end } : null;
}

/** The range one step further by words, or by the words of a line; with `extend` it grows from its anchor. */
export function movedRange(
  words: readonly Word[],
  range: WordRange | null,
  move: { step: number; extend: boolean },
): WordRange | null {
  if (words.length === 0) return null;
  if (range === null) return { anchor: 0, focus: 0 };
  const focus = Math.max(0, Math.min(words.length - 1, range.focus + move.step));
  return { anchor: move.extend ? range.anchor : focus, focus };
}

/** Words between the begin of a line and that of its neighbour: what an arrow up or down moves by. */
export function wordsToLine(
  words: readonly Word[],
  lines: readonly Passage[],
  focus: number,
  direction: 1 | -1,
): number {
  const at = words[focus]?.start ?? 0;
  const here = lines.findIndex(({ start, end }) => at >= start && at < end);
  const target = lines[here + direction];
  if (!target) return direction === 1 ? words.length : -words.length;
  const first = words.findIndex(({ start }) => start >= target.start);
  return first === -1 ? direction : first - focus;
}

const folded = (text: string) => text.toLowerCase();

/** The next occurrence of a text after a position; wraps around at the end. Case-insensitive. */
export function findPassage(text: string, wanted: string, until: number, after: number): Passage | null {
  const needle = folded(wanted.trim());
  if (needle === '') return null;
  const whole = folded(text.slice(0, until));
  // Lower-casing must preserve every offset; if it does not, the search is case-sensitive.
  const [hay, sought] = whole.length === until ? [whole, needle] : [text.slice(0, until), wanted.trim()];
  const behind = hay.indexOf(sought, after);
  const start = behind === -1 ? hay.indexOf(sought) : behind;
  return start === -1 ? null : { start, end: start + sought.length };
}
