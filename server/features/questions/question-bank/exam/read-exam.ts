import { unionOf } from '#server/pdf/matrix.ts';
import type { PdfText } from '#server/pdf/read-pdf.ts';
import { readBetween, type SharedText, splitItem } from './between-questions.ts';
import { paintedFigures, withoutLabels } from './drawing-labels.ts';
import type { ExamQuestion, ExamReading, LeftOut, Region } from './exam.ts';
import { doubtsOf, usualCount, usualLengths } from './exam-doubts.ts';
import { type ExamLine, examLines } from './exam-lines.ts';
import { assignFigures, figuresOf } from './figures.ts';
import { joinPieces, type Piece, plainText, type Vocabulary, vocabularyOf } from './join-lines.ts';
import { findNumbering } from './question-numbers.ts';
import { type QuestionParts, splitQuestions } from './question-parts.ts';
import { isItemsCommand, isVerdicts } from './shared-texts.ts';
import { optionNames, storedPages, storedPieces } from './stored-pages.ts';
import { cutTail, learnLayout } from './tails.ts';

type Read = { parts: QuestionParts; tail: ExamLine[]; isUnsure: boolean };

/** Reads the questions of an exam from the lines of its PDF. Pure. */
export function readExam(pdf: PdfText): ExamReading {
  const lines = examLines(pdf);
  const numbering = findNumbering(lines);
  const words = vocabularyOf(lines);
  const all = splitQuestions(lines, numbering);
  const layout = learnLayout(all);
  const read = all.map((parts): Read => {
    const last = parts.options.at(-1);
    if (!last) {
      const { own, tail } = splitItem(parts.statement.map(({ line }) => line));
      return { parts: { ...parts, statement: parts.statement.slice(0, own.length) }, tail, isUnsure: false };
    }
    const { kept, tail, isUnsure } = cutTail(
      parts.options.map(({ pieces }) => pieces),
      layout,
    );
    const options = [...parts.options.slice(0, -1), { ...last, pieces: kept }];
    return { parts: { ...parts, options }, tail, isUnsure };
  });
  const bodySize = usualSize(lines);
  const first = numbering.numbers[0]?.line ?? lines.length;
  const between = readBetween(
    [lines.slice(0, first), ...read.map(({ tail }) => tail)],
    read.map(({ parts }) => parts.number.number),
    { bodySize, firstPage: lines[first]?.page ?? 0 },
  );
  const drafts = read.map(({ parts }, at) => questionOf(parts, between.sharedOf(at), words, between.subjectOf(at)));
  const found = figuresOf(pdf);
  const figures = assignFigures(
    found,
    drafts.map(({ regions }) => regions),
  );
  const norm = { options: usualCount(drafts), lengths: usualLengths(drafts) };
  const questions = drafts.map((draft, at): ExamQuestion => {
    const { parts, isUnsure } = read[at] as Read;
    const own = figures[at] ?? [];
    const statement = withoutLabels(parts.statement, paintedFigures(own, pdf));
    const bare =
      statement.length < parts.statement.length
        ? questionOf({ ...parts, statement: [...statement] }, between.sharedOf(at), words, between.subjectOf(at))
        : draft;
    const question = { ...bare, regions: draft.regions, figures: own };
    return {
      ...question,
      doubts: doubtsOf(question, parts, {
        ...norm,
        isUnsure,
        hasTextBehind: at < drafts.length - 1 && between.unknownBehind(at),
        hasTextBefore: at > 0 ? between.unknownBehind(at - 1) : between.hasTextAbove,
        isRangeUnknown: between.sharedOf(at)?.isRangeUnknown ?? false,
        before: drafts[at - 1]?.number ?? null,
        next: drafts[at + 1]?.number ?? null,
        pages: pdf.pages,
      }),
    };
  });
  const leftOut: LeftOut[] = [
    ...pdf.running.map(({ text, pages }) => ({ kind: 'running' as const, text, count: pages })),
    ...between.leftOut,
  ];
  if (numbering.leftOut > 0) {
    leftOut.push({ kind: 'series', text: lines[numbering.end]?.text ?? '', count: numbering.leftOut });
  }
  return { questions, leftOut, pages: storedPages(pdf.pages, lines, found.figures, words) };
}

const usualSize = (lines: readonly ExamLine[]) => {
  const sizes = lines.map(({ size }) => size).sort((one, other) => one - other);
  return sizes[Math.floor(sizes.length / 2)] ?? 10;
};

function questionOf(
  { number, statement: lines, options }: QuestionParts,
  shared: SharedText | null,
  words: Vocabulary,
  subject: string | null,
): Omit<ExamQuestion, 'figures' | 'doubts'> {
  const own = options.length === 0 ? lines.findIndex(({ line }) => isVerdicts(line.text)) : -1;
  const statement = own > 0 ? lines.slice(0, own) : lines;
  const statementSpans = joinPieces(statement, words);
  const basePieces = shared?.lines.map((line) => ({ line, from: 0, to: line.text.length })) ?? [];
  const baseText = shared ? plainText(joinPieces(basePieces, words)) : null;
  const isItem = options.length === 0 && (own > 0 || (baseText !== null && isItemsCommand(baseText)));
  return {
    number: number.number,
    pieces: [
      ...storedPieces('base', basePieces),
      ...storedPieces('statement', statement),
      ...options.flatMap(({ pieces }, at) => {
        const name = optionNames[at];
        return name ? storedPieces(name, pieces) : [];
      }),
    ],
    kind: isItem ? 'trueFalse' : 'choice',
    statement: plainText(statementSpans),
    statementSpans,
    options: options.map(({ pieces }, at) => {
      const spans = joinPieces(pieces, words);
      return { letter: String.fromCharCode(65 + at), text: plainText(spans).replaceAll('\n', ' '), spans };
    }),
    baseText,
    subject,
    regions: [
      ...regionsOf('statement', statement),
      ...options.flatMap(({ pieces }, at) => regionsOf(String.fromCharCode(65 + at), pieces)),
    ],
  };
}

/** One rectangle for each column that a part runs through. */
function regionsOf(part: string, pieces: readonly Piece[]): Region[] {
  const sides = new Map<string, ExamLine[]>();
  for (const { line } of pieces) sides.set(line.side, [...(sides.get(line.side) ?? []), line]);
  return [...sides.values()].map((lines) => ({
    part,
    page: lines[0]?.page ?? 1,
    box: unionOf(lines.map(({ box }) => box)),
  }));
}
