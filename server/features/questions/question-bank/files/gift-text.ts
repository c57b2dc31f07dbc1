/** GIFT text after unescaping: an escaped sign is text and never a control sign. */
export type EscapedText = { text: string; escaped: readonly boolean[] };

const ESCAPABLE = ':#={}~\\';

/** Reads `\=` as a sign and `\n` as a line break; a backslash before anything else is itself, as Moodle reads it. */
export function readEscapes(source: string): EscapedText {
  let text = '';
  const escaped: boolean[] = [];
  for (let index = 0; index < source.length; index += 1) {
    const sign = source[index] ?? '';
    const next = source[index + 1] ?? '';
    const isEscape = sign === '\\' && next !== '' && (next === 'n' || ESCAPABLE.includes(next));
    text += isEscape ? (next === 'n' ? '\n' : next) : sign;
    escaped.push(isEscape);
    if (isEscape) index += 1;
  }
  return { text, escaped };
}

/** Escapes a text to one line. `readEscapes` returns the original. */
export const writeEscapes = (text: string) => text.replace(/[:#={}~\\]/g, '\\$&').replaceAll('\n', '\\n');

/** The index of a run of control signs, or -1. */
export function indexOf({ text, escaped }: EscapedText, signs: string, from = 0): number {
  for (let at = text.indexOf(signs, from); at >= 0; at = text.indexOf(signs, at + 1)) {
    if (!escaped.slice(at, at + signs.length).includes(true)) return at;
  }
  return -1;
}

export function lastIndexOf(marked: EscapedText, signs: string): number {
  let last = -1;
  for (let at = indexOf(marked, signs); at >= 0; at = indexOf(marked, signs, at + 1)) last = at;
  return last;
}

/** A part of the text without the spaces around it. */
export function trimmedSlice({ text, escaped }: EscapedText, from: number, to = text.length): EscapedText {
  const raw = text.slice(from, to);
  const start = from + (raw.length - raw.trimStart().length);
  const end = Math.max(start, from + raw.trimEnd().length);
  return { text: text.slice(start, end), escaped: escaped.slice(start, end) };
}

/** The text with a stretch of it replaced by plain text. */
export function replaced(marked: EscapedText, from: number, to: number, by: string): EscapedText {
  return {
    text: marked.text.slice(0, from) + by + marked.text.slice(to),
    escaped: [...marked.escaped.slice(0, from), ...Array.from(by, () => true), ...marked.escaped.slice(to)],
  };
}
