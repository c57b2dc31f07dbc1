import { deserialize } from 'node:v8';
import { QUESTION_IMPORT_MAX_QUESTIONS } from '#contract/limits.ts';
import type { BaseTextInput } from '#contract/questions/base-texts.ts';
import type { QuestionContent } from '#contract/questions/question-rules.ts';
import { cleanText, textProblem } from '#server/features/questions/base-texts/base-text.rules.ts';
import { fingerprintOf } from '#server/features/questions/questions/fingerprint.ts';
import { contentProblem, labelProblem } from '#server/features/questions/questions/question.rules.ts';
import { cleanContent } from '#server/features/questions/questions/question-cleaning.ts';
import type { PdfText } from '#server/pdf/read-pdf.ts';
import { readExamEntries } from '../exam/exam-entries.ts';
import { readAiken } from './aiken-read.ts';
import type { TableField } from './csv-columns.ts';
import { csvRows } from './csv-read.ts';
import { decodeText } from './decode.ts';
import { docxLines } from './docx-lines.ts';
import { readGift } from './gift-read.ts';
import { readMoodle } from './moodle-read.ts';
import { linesOf, readNumbered } from './numbered-read.ts';
import { excerptOf, type FileEntry, type FileQuestion, FileRefused, type QuestionFile } from './question-file.ts';
import { proposeLayout, type Remembered, type TableLayout, type TableRow } from './table-layout.ts';
import { readTable } from './table-read.ts';
import { kindOfText } from './text-kind.ts';

/** A checked entry: it has either a problem, or a question with its fingerprint. */
export type ReadEntry = Omit<FileEntry, 'unfinished'> & {
  /** The incomplete question of an entry with a problem, sanitised. */
  unfinished: FileQuestion | null;
  fingerprint: string | null;
  /** The file has the same question earlier. */
  isRepeated: boolean;
};
export type ReadFile = Omit<QuestionFile, 'entries' | 'pages'> & {
  entries: ReadEntry[];
  /** As JSON: the event loop only hands them on. Null: no exam in PDF. */
  pages: string | null;
  /** Only for a spreadsheet: the detected columns, and the rows as JSON, so that they can be read again. */
  table: { layout: TableLayout; rows: string } | null;
};

/** The source of the questions: the bytes of a text file, or the content that another reader has unpacked. */
export type FileSource =
  | { kind: 'bytes'; bytes: Uint8Array; name: string }
  | { kind: 'sheets'; sheets: { name: string; rows: TableRow[]; isCut: boolean }[] }
  | { kind: 'document'; html: string; missed: string[] }
  /** What exam.digest.ts packed. */
  | { kind: 'pdf'; packed: Uint8Array }
  /** The stored rows of an import whose columns the author has reassigned. */
  | { kind: 'rows'; rows: string; fileKind: 'csv' | 'xlsx' };

export type ReadingRules = {
  /** The columns that the school has assigned before. */
  remembered: Remembered;
  /** The fields that the author assigns now, by column index. */
  chosen: { headerLine: number; fields: (TableField | null)[] } | null;
  /** Addresses of the stored files of the source. */
  stored: Readonly<Record<string, string>>;
};

/** Decodes, reads, sanitises and checks a file. Does not access the bank. */
export function readQuestionFile(source: FileSource, rules: ReadingRules): ReadFile {
  const { table, pages, ...file } = questionsOf(source, rules);
  if (file.entries.length === 0) throw new FileRefused('bad_request', 'Não encontramos nenhuma questão neste arquivo.');
  if (file.entries.length > QUESTION_IMPORT_MAX_QUESTIONS) {
    throw new FileRefused(
      'too_large',
      `O arquivo tem ${file.entries.length} questões. Divida-o: são no máximo ${QUESTION_IMPORT_MAX_QUESTIONS} por vez.`,
    );
  }
  const texts = checkedTexts();
  const seen = new Set<string>();
  const entries = file.entries.map((entry): ReadEntry => {
    const checked = check(entry, texts);
    const isRepeated = checked.fingerprint !== null && seen.has(checked.fingerprint);
    if (checked.fingerprint) seen.add(checked.fingerprint);
    return { ...checked, isRepeated };
  });
  return {
    ...file,
    entries,
    pages: pages ? JSON.stringify(pages) : null,
    table: table ? { layout: table.layout, rows: JSON.stringify(table.rows) } : null,
  };
}

type Table = { rows: TableRow[]; layout: TableLayout };

function questionsOf(source: FileSource, rules: ReadingRules): QuestionFile & { table: Table | null } {
  switch (source.kind) {
    case 'sheets': {
      const { rows, remarks } = bestWorksheet(source.sheets, rules.remembered);
      return tableFile('xlsx', rows, rules, remarks);
    }
    case 'rows':
      return tableFile(source.fileKind, JSON.parse(source.rows) as TableRow[], rules);
    case 'document': {
      const { entries, remarks } = readNumbered(docxLines(source.html));
      return { kind: 'docx', entries, remarks: [...remarks, ...source.missed], table: null };
    }
    case 'pdf':
      return { ...readExamEntries(deserialize(source.packed) as PdfText, rules.stored), table: null };
    case 'bytes':
      return textFile(decodeText(source.bytes), source.name, rules);
  }
}

function textFile(text: string, name: string, rules: ReadingRules): QuestionFile & { table: Table | null } {
  const kind = kindOfText(text, name);
  switch (kind) {
    case 'csv':
      return tableFile('csv', csvRows(text), rules);
    case 'gift':
      return { ...readGift(text), table: null };
    case 'moodle':
      return { kind, ...readMoodle(text, rules.stored), table: null };
    case 'aiken':
      return { kind, entries: readAiken(text), remarks: [], table: null };
    case 'text':
      return { kind, ...readNumbered(linesOf(text)), table: null };
  }
}

function tableFile(kind: 'csv' | 'xlsx', rows: TableRow[], rules: ReadingRules, remarks: string[] = []) {
  const layout = chosenLayout(rows, rules);
  const read = readTable(rows, layout);
  return { kind, entries: read.entries, remarks: [...remarks, ...read.remarks], table: { rows, layout } };
}

function chosenLayout(rows: readonly TableRow[], { remembered, chosen }: ReadingRules): TableLayout {
  const { headerLine, columns } = proposeLayout(rows, remembered, chosen?.headerLine);
  if (!chosen) return { headerLine, columns };
  const fields = chosen.fields;
  return {
    headerLine,
    columns: columns.map((column, at) => {
      const field = fields[at] ?? null;
      return { ...column, field, by: field === column.field ? column.by : field === null ? null : ('memory' as const) };
    }),
  };
}

/** Selects the worksheet with the most known columns; a remark lists the others. */
function bestWorksheet(sheets: Extract<FileSource, { kind: 'sheets' }>['sheets'], remembered: Remembered) {
  const filled = sheets.filter(({ rows }) => rows.length > 0);
  const known = ({ rows }: { rows: TableRow[] }) =>
    proposeLayout(rows, remembered).columns.filter(({ field }) => field !== null).length;
  const [first] = filled;
  if (!first) throw new FileRefused('bad_request', 'A planilha está vazia.');
  const best = filled.reduce((most, next) => (known(next) > known(most) ? next : most), first);
  const others = filled.filter((sheet) => sheet !== best);
  if (best.isCut) throw new FileRefused('too_large', 'A planilha tem linhas ou colunas demais. Divida-a em partes.');
  return {
    rows: best.rows,
    remarks:
      others.length > 0
        ? [
            `Lemos a aba "${excerptOf(best.name)}". Ficaram de fora: ${others.map(({ name }) => excerptOf(name)).join(', ')}.`,
          ]
        : [],
  };
}

function check(entry: FileEntry, texts: ReturnType<typeof checkedTexts>): Omit<ReadEntry, 'isRepeated'> {
  const given = entry.question ?? entry.unfinished;
  if (!given) return { ...entry, unfinished: null, fingerprint: null };
  const baseText = given.baseText && texts(given.baseText);
  const question = { ...given, ...cleanContent({ ...given, baseText: null }), baseText: baseText?.text ?? null };
  const problem = entry.problem ?? baseText?.problem;
  // An invalid base text is dropped.
  if (problem) return refused(entry, { ...question, baseText: baseText?.problem ? null : question.baseText }, problem);
  return checkQuestion(entry, question);
}

const refused = (entry: FileEntry, unfinished: FileQuestion, problem: string) => ({
  ...entry,
  unfinished: { ...unfinished, ...singleLine(unfinished) },
  question: null,
  problem,
  fingerprint: null,
});

/** Checks a question with cleaned texts: returns its problem, or the question with its fingerprint. */
export function checkQuestion(entry: FileEntry, cleaned: FileQuestion): Omit<ReadEntry, 'isRepeated'> {
  const question: FileQuestion = { ...cleaned, ...singleLine(cleaned) };
  const problem = contentProblem({ ...question, baseText: null }) ?? labelProblem(question);
  if (problem) return refused(entry, question, problem);
  return { ...entry, problem: null, question, unfinished: null, fingerprint: printOf(question) };
}

/** The fingerprint that the bank will compute. The version of the base text is not part of it. */
const printOf = (content: Omit<QuestionContent, 'baseText'> & { baseText: BaseTextInput | null }) =>
  fingerprintOf({ ...content, baseText: content.baseText && { ...content.baseText, id: 0, versionId: 0 } }).toString(
    'hex',
  );

/** Caches checked base texts: many questions of a file have the same text. */
function checkedTexts() {
  const known = new Map<string, { text: BaseTextInput; problem: string | null }>();
  return (text: BaseTextInput) => {
    const key = JSON.stringify(text);
    const found = known.get(key);
    if (found) return found;
    const cleaned = cleanText(text);
    const looked = { text: cleaned, problem: textProblem(cleaned) };
    known.set(key, looked);
    return looked;
  };
}

function singleLine({ subject, topic, source, organ, post, statusReason }: FileQuestion) {
  const one = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim();
  const exam = { source: one(source), organ: one(organ ?? ''), post: one(post ?? '') };
  return { subject: one(subject), topic: one(topic), ...exam, statusReason: one(statusReason) };
}
