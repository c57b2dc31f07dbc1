import type { PdfPage } from '#server/pdf/read-pdf.ts';
import type { ExamDoubt, ExamQuestion } from './exam.ts';
import type { QuestionParts } from './question-parts.ts';

type Draft = Omit<ExamQuestion, 'doubts'>;

export type Surroundings = {
  /** How many options most questions have. */
  options: number;
  lengths: { statement: number; option: number };
  isUnsure: boolean;
  hasTextBehind: boolean;
  hasTextBefore: boolean;
  isRangeUnknown: boolean;
  before: number | null;
  next: number | null;
  pages: readonly PdfPage[];
};

/** The number of options that most questions with options have. */
export function usualCount(questions: readonly Pick<Draft, 'options'>[]): number {
  const counts = new Map<number, number>();
  for (const { options } of questions) {
    if (options.length > 0) counts.set(options.length, (counts.get(options.length) ?? 0) + 1);
  }
  return [...counts].reduce((most, next) => (next[1] > most[1] ? next : most), [0, 0])[0];
}

/** The length below which nineteen of twenty texts are. */
export function usualLengths(questions: readonly Pick<Draft, 'statement' | 'options'>[]) {
  const high = (lengths: number[]) =>
    lengths.sort((one, other) => one - other)[Math.floor(0.95 * (lengths.length - 1))] ?? 0;
  return {
    statement: high(questions.map(({ statement }) => statement.length)),
    option: high(questions.flatMap(({ options }) => options.map(({ text }) => text.length))),
  };
}

/** Reasons to look at a question. What is not named here must be right. */
export function doubtsOf(question: Draft, parts: QuestionParts, around: Surroundings): ExamDoubt[] {
  const doubts = new Set<ExamDoubt>();
  const add = (isTrue: boolean, doubt: ExamDoubt) => {
    if (isTrue) doubts.add(doubt);
  };
  const { statement, options, kind } = question;
  const texts = options.map(({ text }) => text.toLowerCase());
  add(kind === 'choice' && options.length !== around.options, 'options_count');
  add(kind === 'choice' && options.length < 2, 'options_count');
  add(
    texts.some((text) => text === ''),
    'option_empty',
  );
  add(new Set(texts).size < texts.length, 'options_equal');
  add(parts.rivals > 0 || parts.strays > 0, 'options_twice');
  add(parts.isOtherStyle, 'options_style');
  add(around.before !== null && question.number !== around.before + 1, 'number_gap');
  add(around.next !== null && question.number !== around.next - 1, 'number_gap');
  add(around.before === null && question.number > 1, 'number_gap');
  add(statement.length > 2 * around.lengths.statement, 'long');
  add(
    options.some(({ text }) => text.length > 2 * around.lengths.option),
    'long',
  );
  add(statement.length < 15, 'statement_short');
  add(around.isUnsure, 'column_break');
  add(around.hasTextBehind, 'text_behind');
  add(around.hasTextBefore, 'text_before');
  add(
    question.figures.some(({ isTable }) => !isTable),
    'figure',
  );
  add(around.isRangeUnknown, 'base_text_range');
  add(hasSizeChange(parts), 'size_changes');
  const stops = options.filter(({ text }) => /[.!?]["”’)]?$/u.test(text)).length;
  add(stops > 0 && stops < options.length, 'option_ending');
  add([statement, ...options.map(({ text }) => text)].some(isUnbalanced), 'brackets');
  add(hasTable(parts) || question.figures.some(({ isTable }) => isTable), 'table');
  const pages = new Set(question.regions.map(({ page }) => page));
  add(
    [...pages].some((page) => around.pages[page - 1]?.isScanned),
    'scanned',
  );
  add(/\uFFFD|[\uE000-\uF8FF]/u.test([statement, ...texts].join('')), 'unreadable_characters');
  return [...doubts];
}

const piecesOf = ({ statement, options }: QuestionParts) => [...statement, ...options.flatMap(({ pieces }) => pieces)];

/** The labels of a list, 'a)' and '1)', open no bracket. */
const listLabels = /(^|[\s(;,])(?:[a-z]|\d{1,2}|[ivx]{1,4}|[IVX]{1,4})\)/gu;

function isUnbalanced(text: string): boolean {
  const bare = text.replace(listLabels, '$1');
  const count = (sign: RegExp) => bare.match(sign)?.length ?? 0;
  return count(/\(/g) !== count(/\)/g) || count(/[“”"]/g) % 2 === 1;
}

/** A line in another size inside a question is a title or a foot line that was not recognised. */
function hasSizeChange(parts: QuestionParts): boolean {
  const [, ...lines] = piecesOf(parts).map(({ line }) => line);
  const [first] = lines;
  return first !== undefined && lines.some(({ size }) => Math.abs(size - first.size) > 0.08 * first.size);
}

/** Two wide gaps in each of two lines that follow each other. */
function hasTable(parts: QuestionParts): boolean {
  const isRow = ({ words, size }: QuestionParts['statement'][number]['line']) =>
    words.filter((word, at) => at > 0 && word.x - (words[at - 1]?.x ?? 0) - (words[at - 1]?.w ?? 0) > 2.2 * size)
      .length >= 1;
  const rows = parts.statement.map(({ line }) => isRow(line));
  return rows.some((row, at) => row && rows[at + 1] === true);
}
