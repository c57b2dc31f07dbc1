import type { Span } from '#server/pdf/lines.ts';
import type { ExamLine } from './exam-lines.ts';

/** A piece of a line that belongs to one part of a question. */
export type Piece = { line: ExamLine; from: number; to: number };

const hyphen = /[-\u2010\u2011\u00ad]$/u;
const brokenWord = /(\p{L}[\p{L}\d]*)[-\u2010\u2011\u00ad]$/u;

/** Pronouns and endings that Portuguese writes behind a hyphen: 'dar-se', 'fazê-lo', 'contar-se-á'. */
const behindHyphen =
  /^(?:se|me|te|lhe|lhes|nos|vos|lo|la|los|las|o|a|os|as|no|na|nas|á|ão|ia|iam|ei|emos|á-|ia-)(?=[^\p{L}]|$)/iu;
const beforeHyphen =
  /^(?:ex|tão|vice|pré|pós|pró|recém|além|aquém|sem|não|bem|mal|anti|auto|contra|extra|infra|inter|intra|micro|mini|multi|semi|sobre|sub|super|supra|ultra|co|meio|guarda|porta|decreto|técnico|sócio|socio|político|jurídico|econômico|luso|afro|franco|greco|grã|grão|segunda|terça|quarta|quinta|sexta|primeiro|primeira|mãe|salário|vale|auxílio|cargo|palavra|data|obra|matéria)$/iu;

/** Words of the exam as they are written inside lines: they tell how a broken one is put together. */
export type Vocabulary = {
  plain: ReadonlySet<string>;
  hyphenated: ReadonlySet<string>;
  /** The exam breaks words at line ends. Where it does not, every hyphen at a line end is written. */
  breaksWords: boolean;
};

export function vocabularyOf(lines: readonly ExamLine[]): Vocabulary {
  const plain = new Set<string>();
  const hyphenated = new Set<string>();
  for (const { words } of lines) {
    for (const [at, { text }] of words.entries()) {
      if (at === words.length - 1 && hyphen.test(text)) continue;
      for (const [found] of text.toLowerCase().matchAll(/[\p{L}\d]+(?:[-\u2010\u2011][\p{L}\d]+)*/gu)) {
        if (/[-\u2010\u2011]/.test(found)) hyphenated.add(found.replace(/[\u2010\u2011]/g, '-'));
        else plain.add(found);
      }
    }
  }
  return { plain, hyphenated, breaksWords: breaksWords(lines, plain, hyphenated) };
}

/** Words that occur whole elsewhere and are broken at a line end, against compounds that are. */
function breaksWords(lines: readonly ExamLine[], plain: ReadonlySet<string>, hyphenated: ReadonlySet<string>): boolean {
  let broken = 0;
  let written = 0;
  for (const [at, { text }] of lines.entries()) {
    const first = brokenWord.exec(text)?.[1]?.toLowerCase();
    const second = /^\p{Ll}[\p{L}\d]*/u.exec(lines[at + 1]?.text ?? '')?.[0];
    if (first === undefined || second === undefined) continue;
    if (plain.has(`${first}${second}`)) broken += 1;
    else if (hyphenated.has(`${first}-${second}`) || behindHyphen.test(lines[at + 1]?.text ?? '')) written += 1;
  }
  return broken >= 2 && broken >= written / 4;
}

type Joint = 'space' | 'hyphen' | 'glue' | 'paragraph';

/** How a line goes on in the next one. */
export function jointOf(before: string, behind: string, words: Vocabulary): Joint {
  const broken = brokenWord.exec(before)?.[1];
  const next = /^[\p{L}\d]+/u.exec(behind)?.[0];
  if (broken === undefined || next === undefined)
    return /\S[-\u2010\u2011]$/u.test(before) && next ? 'hyphen' : 'space';
  if (!/^\p{Ll}/u.test(next)) return 'hyphen';
  const glued = `${broken}${next}`.toLowerCase();
  const compound = `${broken}-${next}`.toLowerCase();
  if (!words.breaksWords || words.hyphenated.has(compound)) return 'hyphen';
  if (words.plain.has(glued)) return 'glue';
  const [first = ''] = /\p{L}+$/u.exec(broken) ?? [];
  if (behindHyphen.test(behind) || beforeHyphen.test(first)) return 'hyphen';
  // Both halves are words of the exam and their sum is not: a compound.
  return words.plain.has(broken.toLowerCase()) && words.plain.has(next.toLowerCase()) && broken.length > 2
    ? 'hyphen'
    : 'glue';
}

/** The spans of a part of a line, without the spaces around them. */
function spansOf({ line, from, to }: Piece): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const span of line.spans) {
    const text = span.text.slice(Math.max(0, from - at), Math.max(0, to - at));
    at += span.text.length;
    if (text !== '') spans.push({ ...span, text });
  }
  const [first] = spans;
  if (first) first.text = first.text.trimStart();
  const last = spans.at(-1);
  if (last) last.text = last.text.trimEnd();
  return spans.filter(({ text }) => text !== '');
}

const textOf = (spans: readonly Span[]) => spans.map(({ text }) => text).join('');

/** Paragraphs of a part of a question, each as spans. */
export function joinPieces(pieces: readonly Piece[], words: Vocabulary): Span[][] {
  const paragraphs: Span[][] = [];
  let last: Piece | null = null;
  for (const piece of pieces) {
    const spans = spansOf(piece);
    if (spans.length === 0) continue;
    const open = paragraphs.at(-1);
    if (!open || (last && isParagraphEnd(last, piece, textOf(open)))) paragraphs.push(spans);
    else continueWith(open, spans, words);
    last = piece;
  }
  return paragraphs;
}

function continueWith(open: Span[], spans: readonly Span[], words: Vocabulary): void {
  const joint = jointOf(textOf(open), textOf(spans), words);
  const last = open.at(-1) as Span;
  if (joint === 'glue') last.text = last.text.replace(hyphen, '');
  else if (joint === 'space') last.text += ' ';
  for (const span of spans) {
    const end = open.at(-1) as Span;
    const isSame =
      end.isBold === span.isBold &&
      end.isItalic === span.isItalic &&
      end.isUnderlined === span.isUnderlined &&
      end.shift === span.shift;
    if (isSame) end.text += span.text;
    else open.push({ ...span });
  }
}

/** As a share of the size: a wider step down to the next line begins a paragraph. */
const PARAGRAPH_STEP = 1.55;

/** An assertion of a list: 'I. …', 'II – …', '( ) …'. */
const listed = /^(?:[IVX]{1,4}\s*[.)–—-]\s|\(\s*\)\s)/u;

function isParagraphEnd({ line: before }: Piece, { line: next, from }: Piece, text: string): boolean {
  if (before === next) return false;
  if (from === 0 && listed.test(next.text) && /[.:;?!]["”’)]?$|\be$/u.test(text)) return true;
  const isSameColumn = before.page === next.page && before.side === next.side;
  if (isSameColumn && next.baseline - before.baseline > PARAGRAPH_STEP * Math.max(before.size, next.size)) return true;
  return /[.:;?!]["”’)]?$/u.test(text) && next.indent > before.indent + 8 && /^[\p{Lu}\d“"(]/u.test(next.text);
}

export const plainText = (paragraphs: readonly Span[][]): string => paragraphs.map(textOf).join('\n');
