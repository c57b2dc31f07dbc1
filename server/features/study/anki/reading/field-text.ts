import { Parser } from 'htmlparser2';
import { asRaised } from '#contract/raised-text.ts';

export type FieldText = { text: string; pictures: string[]; hasSound: boolean };

const blocks = new Set(['div', 'p', 'br', 'hr', 'li', 'tr', 'ul', 'ol', 'table', 'blockquote', 'pre', 'section']);
const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const silent = new Set(['script', 'style', 'title', 'template', 'noscript', 'iframe', 'object', 'svg']);
const players = new Set(['audio', 'video']);

/** A field that this product wrote: escaped text, `<br>` and pictures. */
export function readOwnField(html: string): FieldText {
  let text = '';
  const pictures: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'br') text += '\n';
      if (name === 'img' && attributes.src) pictures.push(mediaName(attributes.src));
    },
    ontext(piece) {
      text += piece;
    },
  });
  parser.write(html);
  parser.end();
  return { text: text.replaceAll('\0', '').toWellFormed(), pictures, hasSound: false };
}

/** Fields of notes as the plain text of a card, with the pictures they show. */
export function readField(html: string): FieldText {
  let text = '';
  const pictures: string[] = [];
  let hasSound = false;
  /** Elements whose content is not text. */
  let silentDepth = 0;
  const raised: string[] = [];
  let formulaEnd = '\\)';
  const parser = new Parser({
    onopentag(name, attributes) {
      if (silent.has(name)) silentDepth += 1;
      if (silentDepth > 0) return;
      if (name === 'img' && attributes.src) pictures.push(mediaName(attributes.src));
      if (players.has(name)) hasSound = true;
      if (blocks.has(name) || headings.has(name)) text += '\n';
      if (name === 'li') text += '• ';
      if (name === 'td' || name === 'th') text += text.endsWith('\n') || text === '' ? '' : ' | ';
      if (name === 'anki-mathjax') {
        const isBlock = attributes.block === 'true';
        formulaEnd = isBlock ? '\\]' : '\\)';
        text += isBlock ? '\\[' : '\\(';
      }
      if (name === 'sup' || name === 'sub') raised.push(name);
    },
    ontext(piece) {
      if (silentDepth > 0) return;
      const level = raised.at(-1) ?? '';
      text += level === '' ? piece.replaceAll('\r', '').replaceAll('\n', ' ') : asRaised(level, piece);
    },
    onclosetag(name) {
      if (silent.has(name)) silentDepth = Math.max(0, silentDepth - 1);
      else if (silentDepth > 0) return;
      else if (name === 'anki-mathjax') text += formulaEnd;
      else if (name === 'sup' || name === 'sub') raised.pop();
      else if (name !== 'br' && (blocks.has(name) || headings.has(name))) text += '\n';
    },
  });
  parser.write(html);
  parser.end();
  const sounds = withoutSounds(text);
  return { text: tidied(withFormulas(sounds.text)), pictures, hasSound: hasSound || sounds.found };
}

/** The name of a media file as the map of the package writes it. */
function mediaName(source: string): string {
  try {
    return decodeURIComponent(source).normalize('NFC');
  } catch {
    return source.normalize('NFC');
  }
}

/** Replaces every `opening … closing`, read from left to right. An opening without a closing stays. */
export function replaceBetween(
  source: string,
  [opening, closing]: readonly [string, string],
  write: (inside: string) => string,
): string {
  let written = '';
  let at = 0;
  for (;;) {
    const from = source.indexOf(opening, at);
    const to = from < 0 ? -1 : source.indexOf(closing, from + opening.length);
    if (to < 0) return written + source.slice(at);
    written += source.slice(at, from) + write(source.slice(from + opening.length, to));
    at = to + closing.length;
  }
}

function withoutSounds(source: string): { text: string; found: boolean } {
  let found = false;
  const text = replaceBetween(source, ['[sound:', ']'], () => {
    found = true;
    return '';
  });
  return { text, found };
}

/** The older notations of formulas as `\( … \)` and `\[ … \]`. */
function withFormulas(source: string): string {
  const inline = replaceBetween(source, ['[$]', '[/$]'], (latex) => `\\(${latex.trim()}\\)`);
  const display = replaceBetween(inline, ['[$$]', '[/$$]'], (latex) => `\\[${latex.trim()}\\]`);
  return replaceBetween(display, ['[latex]', '[/latex]'], (latex) => latexFormula(latex.trim()));
}

/** `[latex]` holds a piece of a document: `$ … $`, `$$ … $$`, `\[ … \]`, or an environment. */
function latexFormula(latex: string): string {
  const inside = (width: number) => latex.slice(width, latex.length - width).trim();
  if (latex.length > 4 && latex.startsWith('$$') && latex.endsWith('$$')) return `\\[${inside(2)}\\]`;
  if (latex.length > 2 && latex.startsWith('$') && latex.endsWith('$')) return `\\(${inside(1)}\\)`;
  if (latex.startsWith('\\[') || latex.startsWith('\\(')) return latex;
  return `\\[${latex}\\]`;
}

/** One space between words, at most one empty line, nothing around. */
export function tidied(source: string): string {
  const storable = source.replaceAll('\0', '').replaceAll('\u00a0', ' ').toWellFormed();
  const lines: string[] = [];
  for (const line of storable.split('\n')) {
    const words = line.split(/[^\S\n]/).filter((word) => word !== '');
    const isEmpty = words.length === 0;
    if (isEmpty && (lines.length === 0 || lines.at(-1) === '')) continue;
    lines.push(words.join(' '));
  }
  if (lines.at(-1) === '') lines.pop();
  return lines.join('\n');
}
