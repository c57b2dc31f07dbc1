import type { PdfText } from '#server/pdf/read-pdf.ts';
import { typeNameOf } from '../keys/answer-rows.ts';
import { chooseTable, matchKeys } from '../keys/match-keys.ts';
import { type AnswerSheet, readSheet } from '../keys/read-sheet.ts';
import type { ExamDoubt, ExamQuestion, LeftOut } from './exam.ts';
import { readExam } from './read-exam.ts';

/** Why no key of an answer sheet was taken. */
export type KeysRefused =
  /** Nothing on it looks like a key. */
  | { reason: 'no_keys' }
  /** It has several types, and nothing says which one the exam is. */
  | { reason: 'which_type'; types: string[] }
  /** Rows of it contradict each other or could not be read. */
  | { reason: 'unclear'; problems: string[] };

export type KeyedQuestion = ExamQuestion & {
  /** A letter, or 'annulled'; null where the sheet says nothing that fits. */
  key: string | null;
};

export type ExamFiles = { questions: KeyedQuestion[]; leftOut: LeftOut[]; keysRefused: KeysRefused | null };

/** The rows of a PDF as an answer sheet is read: over the full width of the page. */
export const sheetOf = ({ rows }: PdfText): AnswerSheet =>
  readSheet(rows.map(({ words }) => words.map(({ text, x, w }) => ({ text, x: x + w / 2 }))));

/** The type that the pages of an exam name, or null where they name none or several. */
function typeOfExam({ running, lines }: PdfText): string | null {
  const named = (texts: readonly string[]) => [...new Set(texts.flatMap((text) => typeNameOf(text) ?? []))];
  const fromRunning = named(running.map(({ text }) => text));
  const types =
    fromRunning.length > 0 ? fromRunning : named(lines.filter(({ page }) => page === 1).map(({ text }) => text));
  return types.length === 1 ? (types[0] ?? null) : null;
}

/** An exam and its answer sheet, where there is one. Keys are matched by number, never guessed. */
export function readExamFiles(exam: PdfText, sheet: PdfText | null): ExamFiles {
  const { questions, leftOut } = readExam(exam);
  const keyless = questions.map((question) => ({ ...question, key: null }));
  if (!sheet) return { questions: keyless, leftOut, keysRefused: null };
  const answers = sheetOf(sheet);
  const table = chooseTable(answers, typeOfExam(exam));
  const keysRefused = refusalOf(answers, table !== null);
  if (keysRefused || !table) return { questions: keyless, leftOut, keysRefused };
  const { keys } = matchKeys(
    questions.map(({ number, kind, options }) => ({ number, options: kind === 'trueFalse' ? 0 : options.length })),
    table,
  );
  return {
    questions: questions.map((question): KeyedQuestion => {
      const key = keys.get(question.number);
      const given = table.keys.get(question.number);
      const doubt = doubtOf(key !== undefined, given !== undefined, key?.kind === 'annulled');
      return {
        ...question,
        key: key === undefined ? null : key.kind === 'annulled' ? 'annulled' : key.letter,
        doubts: doubt ? [...question.doubts, doubt] : question.doubts,
      };
    }),
    leftOut,
    keysRefused: null,
  };
}

function doubtOf(isMatched: boolean, isGiven: boolean, isAnnulled: boolean): ExamDoubt | null {
  if (isMatched) return isAnnulled ? 'annulled' : null;
  return isGiven ? 'key_unknown' : 'key_missing';
}

function refusalOf({ tables, problems }: AnswerSheet, isChosen: boolean): KeysRefused | null {
  if (tables.length === 0) return { reason: 'no_keys' };
  if (problems.length > 0) return { reason: 'unclear', problems };
  if (!isChosen) return { reason: 'which_type', types: tables.map(({ name }, at) => name ?? `${at + 1}ª tabela`) };
  return null;
}
