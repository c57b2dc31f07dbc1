import type { Cue } from '#contract/content/caption-files.ts';
import { folded } from '#web/lib/folded.ts';
import { spokenWordsIn } from '#web/lib/spoken-link.ts';

const has = (text: string, word: string) => ` ${text}`.includes(` ${word}`);
const plain = (text: string) => folded(text.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' '));

/**
 * The cue that says most of the words, together with the next one: a sentence often runs over two. The first of equals;
 * -1: none says any. The words are beginnings of words, without accents.
 */
export function findSpoken(cues: readonly Cue[], words: readonly string[]): number {
  const wanted = [...new Set(words.map(plain).filter(Boolean))];
  const texts = cues.map(({ text }) => plain(text));
  let best = { at: -1, count: 0 };
  for (const [at, text] of texts.entries()) {
    if (!wanted.some((word) => has(text, word))) continue;
    const both = `${text} ${texts[at + 1] ?? ''}`;
    const count = wanted.filter((word) => has(both, word)).length;
    if (count > best.count) best = { at, count };
  }
  return best.at;
}

/**
 * The cue that a search hit leads to. -1 if the address names no words, or the text of the lesson itself has them all:
 * then the hit is in the text.
 */
export function cueOfHit(cues: readonly Cue[], hash: string, lessonText: string): number {
  const words = spokenWordsIn(hash);
  const text = plain(lessonText);
  return words.every((word) => has(text, plain(word))) ? -1 : findSpoken(cues, words);
}

/** What the lesson says without its transcripts. */
export function textWithoutTranscripts(root: Element | null | undefined): string {
  const copy = root?.cloneNode(true) as Element | undefined;
  for (const transcript of copy?.querySelectorAll('[data-transcript]') ?? []) transcript.remove();
  return copy?.textContent ?? '';
}
