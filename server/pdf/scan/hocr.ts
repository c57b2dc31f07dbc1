import type { ScannedLine, ScannedWord } from './scanned-lines.ts';

/** Words that the engine is less sure of are dirt, rules and edges of pictures. */
const CONFIDENCE_MIN = 10;
/** The same for words without a letter or a digit. */
const SIGN_CONFIDENCE_MIN = 60;
/** Lines of one size differ by the letters that they have: those near the usual size of the page have that size. */
const SIZE_TOLERANCE = 0.2;
const WORD_MAX = 200;
/** A line is at least this much longer than high: a letter in a column of letters is no line. */
const LYING = 3;

type Box = { left: number; top: number; right: number; bottom: number };

const lineStart = /<span class='ocr_(?:line|header|caption|textfloat)'[^>]*title="([^"]*)"/g;
const wordSpan = /<span class='ocrx_word'[^>]*title='([^']*)'[^>]*>([\s\S]*?)<\/span>/g;

/** Reads the lines and words of an answer of the engine (hOCR). `scale` is pixels per point. */
export function linesOfHocr(hocr: string, scale: number): ScannedLine[] {
  const starts = [...hocr.matchAll(lineStart)];
  const lines = starts.flatMap((start, at): ScannedLine[] => {
    const box = boxOf(start[1] ?? '');
    const words = wordsOf(hocr.slice(start.index, starts[at + 1]?.index ?? hocr.length), scale);
    if (!box || words.length === 0) return [];
    words[0] = labelled(words[0] as ScannedWord);
    const [, slope = '0', offset = '0'] = /baseline (-?[\d.]+) (-?[\d.]+)/.exec(start[1] ?? '') ?? [];
    // A line that rises gets the baseline of its middle.
    const middle = box.bottom + Number(offset) + (Number(slope) * (box.right - box.left)) / 2;
    const height = Number(/x_size ([\d.]+)/.exec(start[1] ?? '')?.[1] ?? box.bottom - box.top);
    return [{ baseline: round(middle / scale), size: round(height / scale), words }];
  });
  const sizes = lines.map(({ size }) => size).sort((one, other) => one - other);
  const usual = sizes[Math.floor(sizes.length / 2)] ?? 0;
  return lines.map((line) => (Math.abs(line.size - usual) < SIZE_TOLERANCE * usual ? { ...line, size: usual } : line));
}

/** The engine reads lines that lie on their side, too, but the order of such a page is lost. */
export function liesOnSide(hocr: string): boolean {
  const boxes = [...hocr.matchAll(lineStart)].flatMap(([, title = '']) => boxOf(title) ?? []);
  const lying = boxes.filter(({ left, top, right, bottom }) => bottom - top > LYING * (right - left));
  return 2 * lying.length > boxes.length;
}

/** How sure the engine is of an upright page, from 0 to 100: the mean of its words, by their letters. */
export function certaintyOf(hocr: string): number {
  if (liesOnSide(hocr)) return 0;
  let letters = 0;
  let sure = 0;
  for (const [, title = '', content = ''] of hocr.matchAll(wordSpan)) {
    const { length } = plain(content).slice(0, WORD_MAX);
    letters += length;
    sure += length * Number(/x_wconf (\d+)/.exec(title)?.[1] ?? 0);
  }
  return letters === 0 ? 0 : sure / letters;
}

function wordsOf(line: string, scale: number): ScannedWord[] {
  return [...line.matchAll(wordSpan)].flatMap(([, title = '', content = '']): ScannedWord[] => {
    const text = plain(content).slice(0, WORD_MAX);
    const box = boxOf(title);
    const confidence = Number(/x_wconf (\d+)/.exec(title)?.[1] ?? 0);
    const least = /[\p{L}\d]/u.test(text) ? CONFIDENCE_MIN : SIGN_CONFIDENCE_MIN;
    if (!box || text === '' || confidence < least) return [];
    return [{ text, x: round(box.left / scale), w: round((box.right - box.left) / scale) }];
  });
}

/** The word that begins a line is often a number or a letter of a list, whose sign is taken for one like it. */
const labelled = (word: ScannedWord): ScannedWord => ({
  ...word,
  text: word.text.replace(/^(\d{1,3}),$/, '$1.').replace(/^(\(?[A-Fa-f])(?:[\]}|]|J\)|[\]}|]\))$/, '$1)'),
});

function boxOf(title: string): Box | null {
  const found = /bbox (\d+) (\d+) (\d+) (\d+)/.exec(title);
  if (!found) return null;
  const [left = 0, top = 0, right = 0, bottom = 0] = found.slice(1).map(Number);
  return right > left && bottom > top ? { left, top, right, bottom } : null;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const plain = (content: string) =>
  content
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();

const round = (value: number) => Math.round(value * 100) / 100;
