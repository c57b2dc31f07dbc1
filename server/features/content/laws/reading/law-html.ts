import { Parser } from 'htmlparser2';
import { type LawLine, linesOfText, plain } from './law-lines.ts';
import { LawTooLarge } from './parse-law.ts';

const blocks = new Set(
  'p div li ul ol tr table h1 h2 h3 h4 h5 h6 blockquote section article center dd dt dl pre hr body caption'.split(' '),
);
const silent = new Set(['script', 'style', 'head', 'title', 'noscript', 'template', 'select', 'svg']);
const struckNames = new Set(['strike', 's', 'del']);
const struckStyle = /text-decoration[^;]{0,40}line-through/i;

/** Pages of laws nest some twenty elements. The parser's time grows with the square of the depth. */
const DEPTH_MAX = 5_000;

type Run = { text: string; isStruck: boolean };

/** Struck text and other text become separate lines: the struck one is the old text. */
function linesOfBlock(runs: readonly Run[], line: number, isTable: boolean): LawLine[] {
  const parts: Run[] = [];
  for (const run of runs) {
    const before = parts.at(-1);
    if (before && (before.isStruck === run.isStruck || run.text.trim() === '')) before.text += run.text;
    else parts.push({ ...run });
  }
  return parts.flatMap(({ text, isStruck }) =>
    isTable
      ? [{ text: plain(text), line, isStruck, isTable }].filter((one) => one.text !== '')
      : linesOfText(text).map((one) => ({ ...one, line, isStruck })),
  );
}

/** The paragraphs of an HTML page, with the text that it strikes through marked as old. */
export function linesOfHtml(html: string): LawLine[] {
  const lines: LawLine[] = [];
  let runs: Run[] = [];
  let struck = 0;
  let hidden = 0;
  let rows = 0;
  let at = 1;
  const stack: { name: string; isStruck: boolean }[] = [];

  const flush = () => {
    if (runs.length > 0) {
      const found = linesOfBlock(runs, at, rows > 0);
      lines.push(...found);
      at += found.length;
    }
    runs = [];
  };

  const parser = new Parser({
    onopentag(name, attributes) {
      if (silent.has(name)) hidden += 1;
      if (name === 'br') runs.push({ text: '\n', isStruck: struck > 0 });
      else if ((name === 'td' || name === 'th') && runs.some(({ text }) => text.trim() !== '')) {
        runs.push({ text: ' | ', isStruck: struck > 0 });
      } else if (blocks.has(name) && !(rows > 0 && name === 'p')) flush();
      if (name === 'tr') rows += 1;
      const isStruck = struckNames.has(name) || struckStyle.test(attributes.style ?? '');
      if (isStruck) struck += 1;
      if (stack.length >= DEPTH_MAX) throw new LawTooLarge();
      stack.push({ name, isStruck });
    },
    ontext(text) {
      if (hidden === 0) runs.push({ text: text.replace(/\s+/g, ' '), isStruck: struck > 0 });
    },
    onclosetag(name) {
      if (silent.has(name)) hidden -= 1;
      const open = stack.findLastIndex((one) => one.name === name);
      if (open >= 0) {
        const [closed] = stack.splice(open, 1);
        if (closed?.isStruck) struck -= 1;
      }
      if (blocks.has(name) && !(rows > 0 && name === 'p')) flush();
      if (name === 'tr') rows = Math.max(0, rows - 1);
    },
  });
  parser.end(html);
  flush();
  return lines;
}
