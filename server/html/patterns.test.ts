import { expect, it } from 'vitest';
import { replaceFormulas } from '#contract/content/formula-text.ts';
import { isHighlight } from '#contract/content/lesson-highlight.ts';
import { isLessonImage, isLessonLink, styleValue } from '#contract/content/lesson-html.ts';
import { renumbered } from '#contract/content/lesson-notes.ts';
import { identityOf, plainText } from '#contract/questions/question-text.ts';
import { searchKey } from '#server/db/keys.ts';
import { undescribedImages, withDescriptions } from '#server/features/platform/media/descriptions.ts';
import { withoutFormulas } from './formulas.ts';
import { cleanLessonHtml, countWords } from './lesson-html.ts';
import { publicHtml } from './public-html.ts';

/**
 * Every function that runs a pattern over a text of any length, with every opening that one of the patterns knows. Ten
 * times the text may take fifteen times as long, never a hundred times.
 */
const readers: Record<string, (text: string) => unknown> = {
  cleanLessonHtml: (text) => cleanLessonHtml(text),
  withoutFormulas,
  countWords,
  publicHtml: (text) => publicHtml(text, String, (html) => html),
  plainText: (text) => plainText('html', text),
  identityOf: (text) => identityOf('html', text),
  replaceFormulas: (text) => replaceFormulas(text, String),
  undescribedImages,
  withDescriptions: (text) => withDescriptions(text, new Map([[1, 'mapa']])),
  isHighlight: (text) => isHighlight(`background: ${text}`),
  styleValue: (text) => styleValue(text, 'width'),
  isLessonLink,
  isLessonImage,
  renumbered: (text) => renumbered(text, 1),
  searchKey,
};

const openings = [
  '<math',
  '<math>',
  '<math ',
  '<mml:math>',
  '</math',
  '<math></math>',
  '<math><annotation>',
  '<math><annotation></annotation>',
  '<annotation',
  '</annotation>',
  '<iframe',
  '<iframe src="',
  '<iframe>',
  '<img',
  '<img src="/api/media/1"',
  '<img src="',
  '<br',
  '<br ',
  '</p',
  '<sup>',
  '<ol type="',
  '<a href=#x>',
  '<a href=',
  'href=',
  'href= "',
  'gray',
  'a:',
  ';',
  '(1',
  '1-',
  '<',
  '>',
  '&lt;',
  '"',
  ' ',
  '\n',
  '\r',
  '\u00a0',
  '/',
  '//',
  '<p',
  '<!--',
];

const GROWTH = 15;
const TRIES = 5;
/** Beside other work the test waits for its turn; only processor time is compared. */
const BUSY_MS = 120_000;
/** Shorter measurements are noise; quadratic code takes a hundred times as long. */
const SHORTEST_MS = 2;

const filled = (opening: string, length: number) => opening.repeat(Math.ceil(length / opening.length)).slice(0, length);

/**
 * Processor time of this thread, which busy neighbours do not change. The mean of several runs: the short text is read
 * ten times, so that both meet the same garbage collection.
 */
function msFor(read: (text: string) => unknown, text: string, times: number): number {
  const begun = process.threadCpuUsage();
  for (let time = 0; time < times; time += 1) read(text);
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1000 / times;
}

/** The text around the repeated opening decides whether a pattern begins, and whether it fails. */
const shapes: ((inside: string) => string)[] = [
  (inside) => inside,
  (inside) => `<a href=${inside}\n!`,
  (inside) => `<math class="${inside}\nx`,
];

it.each(Object.entries(readers))('%s takes time in proportion to its text', { timeout: BUSY_MS }, (_, read) => {
  for (const opening of openings) {
    for (const [number, shape] of shapes.entries()) {
      const [short, long] = [shape(filled(opening, 10_000)), shape(filled(opening, 100_000))];
      let [least, most] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      for (let tried = 0; tried < TRIES; tried += 1) {
        most = Math.min(most, msFor(read, long, 1));
        // So fast that no time of the short text could be too short for it.
        if (most <= GROWTH * SHORTEST_MS) break;
        least = Math.min(least, msFor(read, short, 10));
        if (most <= GROWTH * Math.max(least, SHORTEST_MS)) break;
      }
      expect(most, `${opening} in shape ${number}`).toBeLessThanOrEqual(GROWTH * Math.max(least, SHORTEST_MS));
    }
  }
});

it('formulas are found as before: each from its opening to the next closing tag', () => {
  const mathml = '<math><mi>x</mi></math>';
  expect(withoutFormulas(`a${mathml}b<MATH ><mn>1</mn></Math >c`).html).toBe('a\ue0000\ue001b\ue0001\ue001c');
  expect(withoutFormulas(`<m:math>${mathml}d`).html).toBe('\ue0000\ue001d');
  expect(withoutFormulas('<math><mi>x</mi>').html).toBe('<math><mi>x</mi>');
  expect(withoutFormulas(`<math ${mathml}`).html).toBe('\ue0000\ue001');
  expect(withoutFormulas('<mathx></math>').html).toBe('<mathx></math>');
});

it('formulas become their LaTeX, each its own', () => {
  const show = (html: string) => replaceFormulas(html, (latex) => `[${latex}]`);
  const formula = (latex: string) =>
    `<math><semantics><mi>x</mi><annotation encoding="application/x-tex">${latex}</annotation></semantics></math>`;
  expect(show(`a ${formula('x^2')} b ${formula('y')} c`)).toBe('a [x^2] b [y] c');
  const plain = '<math><mi>x</mi></math>';
  expect(show(`${plain} text ${formula('y')}`)).toBe(`${plain} text [y]`);
  expect(show('<math><annotation>x')).toBe('<math><annotation>x');
  expect(show(`<math><annotation>x</math>${formula('y')}`)).toBe(`<math><annotation>x</math>[y]`);
});

it('a grey background is no marker pen, wherever the word stands', () => {
  expect(isHighlight('background: lightgray')).toBe(false);
  expect(isHighlight('background: whitesmoke')).toBe(false);
  expect(isHighlight('background: yellow')).toBe(true);
});
