import { Parser } from 'htmlparser2';
import { LAW_CITATIONS_MAX, LAW_QUOTE_MAX } from '#contract/content/law-limits.ts';
import { citationFinder } from './find-citations.ts';
import type { Alias } from './find-norm.ts';
import { articleOfLexId, lexIdOf, normKeyOf } from './norm-key.ts';

export type LessonCitation = {
  quote: string;
  occurrence: number;
  normKey: string;
  lexId: string;
  article: string | null;
  /** It stands in the part of the text that tells the key. */
  tellsKey: boolean;
};

type Finder = ReturnType<typeof citationFinder>;

const blocks = new Set(
  'p div li ul ol tr td th table thead tbody tfoot h1 h2 h3 h4 h5 h6 blockquote pre figure figcaption br hr'.split(' '),
);

/** The text of a lesson as its reader sees it. A block ends with a line break, so that no citation crosses it. */
export function textOfHtml(html: string): string {
  const pieces: string[] = [];
  let hidden = 0;
  const parser = new Parser({
    onopentag(name) {
      if (name === 'annotation') hidden += 1;
      if (blocks.has(name)) pieces.push('\n');
    },
    ontext(text) {
      if (hidden === 0) pieces.push(text);
    },
    onclosetag(name) {
      if (name === 'annotation') hidden -= 1;
      if (blocks.has(name)) pieces.push('\n');
    },
  });
  parser.end(html);
  return pieces.join('');
}

function countBefore(
  text: string,
  quote: string,
  start: number,
  counted: Map<string, { at: number; count: number }>,
): number {
  const before = counted.get(quote) ?? { at: 0, count: 0 };
  let { at, count } = before;
  for (let next = text.indexOf(quote, at); next >= 0 && next < start; next = text.indexOf(quote, at)) {
    count += 1;
    at = next + quote.length;
  }
  counted.set(quote, { at, count });
  return count;
}

/** The citations of a lesson whose norm is known, in the order of the text. */
export const citationsOfLesson = (html: string, aliases: readonly Alias[]): LessonCitation[] =>
  citationsOfText(textOfHtml(html), citationFinder(aliases));

/** `key` changes with the aliases. `keyText` follows the text and tells the key of a question. */
export type CitationInput = {
  format: 'plain' | 'html';
  text: string;
  keyText?: string;
  aliases: readonly Alias[];
  key: string;
};

let memo: { key: string; find: Finder } | null = null;

/** Building a finder takes longer than searching a short text: the last one is kept. */
function finderOf(aliases: readonly Alias[], key: string): Finder {
  if (memo?.key !== key) memo = { key, find: citationFinder(aliases) };
  return memo.find;
}

export function citationsOf({ format, text, keyText = '', aliases, key }: CitationInput): LessonCitation[] {
  const [shown, telling] = [text, keyText].map((one) => (format === 'html' ? textOfHtml(one) : one));
  return citationsOfText(`${shown}\n${telling}`, finderOf(aliases, key), (shown ?? '').length);
}

/**
 * The citations of a plain text. The devices of a range ('I a IV') share one quote, and the first is the link. What
 * begins at `keyFrom` or later tells the key.
 */
function citationsOfText(text: string, find: Finder, keyFrom = text.length): LessonCitation[] {
  const counted = new Map<string, { at: number; count: number }>();
  const citations: LessonCitation[] = [];
  let last = { start: -1, quote: '', occurrence: 0 };
  for (const { start, text: found, urn } of find(text)) {
    const quote = start === last.start ? last.quote : found;
    // `Constituição` alone is a word of every lesson, not a citation worth a link.
    if (urn !== null && !urn.includes('!') && !quote.includes(' ')) continue;
    if (urn === null || quote.includes('\n') || quote.length > LAW_QUOTE_MAX) continue;
    if (citations.length === LAW_CITATIONS_MAX) break;
    if (start !== last.start) last = { start, quote, occurrence: countBefore(text, quote, start, counted) };
    const lexId = lexIdOf(urn);
    citations.push({
      quote,
      occurrence: last.occurrence,
      normKey: normKeyOf(urn),
      lexId,
      article: articleOfLexId(lexId),
      tellsKey: start >= keyFrom,
    });
  }
  return citations;
}
