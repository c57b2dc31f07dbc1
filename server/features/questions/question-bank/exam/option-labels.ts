import { type ExamLine, gapBehind, offsetOf } from './exam-lines.ts';

/** A letter that begins an option. `style` says how it is written: '(A)', 'a)', 'A.', a letter alone. */
export type OptionLabel = {
  line: number;
  letter: number;
  style: string;
  /** Where the label begins in the line's text, and how many characters it has. */
  at: number;
  length: number;
};

const written: readonly { style: string; pattern: RegExp }[] = [
  { style: '(A)', pattern: /^\(([A-Fa-f])\)/u },
  { style: 'A)', pattern: /^([A-Fa-f])\)/u },
  { style: 'A.', pattern: /^([A-Fa-f])\.$/u },
  { style: 'A-', pattern: /^([A-Fa-f])[–—-]$/u },
  { style: '[A]', pattern: /^\[([A-Fa-f])\]/u },
];
const circled = 'ⒶⒷⒸⒹⒺⒻⓐⓑⓒⓓⓔⓕ';

/** As shares of the size. A letter alone needs a gap that no word of a sentence has. */
const LETTER_GAP = 0.55;
/** Another option in the same line begins behind such a gap. */
const COLUMN_GAP = 0.8;

/** This number of labels in one line makes them options, even with one space between them. */
const INLINE_MIN = 3;

/** The labels of options in a line: at its start, and further ones that count on from there. */
export function optionLabels(line: ExamLine): OptionLabel[] {
  const first = labelAt(line, 0);
  if (!first) return [];
  const close = labelsFrom(line, first, 0);
  return close.length >= INLINE_MIN && /\)$/.test(first.style) ? close : labelsFrom(line, first, COLUMN_GAP);
}

function labelsFrom(line: ExamLine, first: OptionLabel, gap: number): OptionLabel[] {
  const found = [first];
  for (let at = 1; at < line.words.length; at += 1) {
    const last = found.at(-1) as OptionLabel;
    if (gapBehind(line, at - 1) < gap && !/^\(/.test(last.style)) continue;
    const next = labelAt(line, at);
    if (next && next.style === last.style && next.letter === last.letter + 1) found.push(next);
  }
  return found;
}

function labelAt(line: ExamLine, word: number): OptionLabel | null {
  const text = line.words[word]?.text ?? '';
  const make = (letter: string, style: string, length: number): OptionLabel => ({
    line: line.index,
    letter: letter.toUpperCase().charCodeAt(0) - 65,
    style: /[a-z]/.test(letter) ? style.toLowerCase() : style,
    at: offsetOf(line.words, word),
    length,
  });
  for (const { style, pattern } of written) {
    const found = pattern.exec(text);
    if (found?.[1]) return make(found[1], style, found[0].length);
  }
  const circle = circled.indexOf(text[0] ?? ' ');
  if (circle >= 0) return make(String.fromCharCode(65 + (circle % 6)), 'Ⓐ', 1);
  const next = line.words[word + 1]?.text ?? '';
  const after = line.words[word + 2]?.text ?? '';
  if (/^[A-Fa-f]$/.test(text)) {
    if (/^\)/.test(next)) return make(text, 'A)', 3);
    if (/^[–—-]$/.test(next)) return make(text, 'A-', 3);
    if (gapBehind(line, word) >= LETTER_GAP) return make(text, 'A', 1);
  }
  if (text === '(' && /^[A-Fa-f]$/.test(next) && after.startsWith(')')) return make(next, '(A)', 5);
  return null;
}

/** The longest run of labels A, B, C… in the order of the lines. Of two that are equally long, the later one. */
export function longestRun(labels: readonly OptionLabel[]): { run: OptionLabel[]; rivals: number } {
  let best: OptionLabel[] = [];
  let rivals = 0;
  for (const [at, label] of labels.entries()) {
    if (label.letter !== 0) continue;
    const run = [label];
    for (const next of labels.slice(at + 1)) {
      if (next.letter === 0) break;
      if (next.letter === run.length) run.push(next);
    }
    if (run.length >= 3) rivals += 1;
    if (run.length >= best.length) best = run;
  }
  return { run: best, rivals: Math.max(0, rivals - 1) };
}
