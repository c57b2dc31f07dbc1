import { QUIZ_OPTIONS_MAX, QUIZ_OPTIONS_MIN } from '#contract/limits.ts';
import type { BaseTextInput } from '#contract/questions/base-texts.ts';
import { TRUE_FALSE } from '#contract/questions/question-kind.ts';
import type { QuestionFormat } from '#contract/questions/question-shapes.ts';
import { splitTags } from '#contract/questions/question-tags.ts';
import { isTrueFalse, rightOption, verdictOf, withoutKeySign } from './answer-key.ts';
import {
  columnName,
  commentColumn,
  isOptionTooMany,
  LETTERS,
  missingFields,
  optionColumn,
  type TableField,
} from './csv-columns.ts';
import {
  bareQuestion,
  excerptOf,
  type FileEntry,
  type FileOption,
  type FileQuestion,
  keyless,
} from './question-file.ts';
import { readDifficulty, readFormat, readStatus, readYear } from './question-labels.ts';
import { bodyOf, type TableLayout, type TableRow } from './table-layout.ts';

type Value = (field: TableField) => string;

const names: Partial<Record<TableField, string>> = {
  enunciado: 'o enunciado',
  alternativa_a: 'a alternativa A',
  alternativa_b: 'a alternativa B',
  correta: 'o gabarito',
};

/** Reads the questions of a table with known columns. When a required column is missing, every row has that problem. */
export function readTable(rows: readonly TableRow[], layout: TableLayout): { entries: FileEntry[]; remarks: string[] } {
  const body = bodyOf(rows, layout.headerLine);
  const missing = missingFields(layout.columns.map(({ field }) => field));
  if (missing.length > 0) {
    const problem = `Diga qual coluna tem ${missing.map((field) => names[field] ?? field).join(', ')}.`;
    const entries = body.map(({ line, cells }) => ({
      line,
      excerpt: excerptOf(cells.filter(Boolean).join(' · ')),
      question: null,
      problem,
    }));
    return { entries, remarks: [] };
  }
  const ignored = layout.columns.filter(
    ({ header, field }) => field === null && header !== '' && !isOptionTooMany(columnName(header)),
  );
  return {
    entries: body.map((row) => readRow(layout, row)),
    remarks:
      ignored.length > 0
        ? [`Colunas que não usamos: ${ignored.map(({ header }) => excerptOf(header)).join(', ')}.`]
        : [],
  };
}

function readRow({ columns }: TableLayout, { cells, line }: TableRow): FileEntry {
  const value: Value = (field) => cells[columns.findIndex((column) => column.field === field)] ?? '';
  const excerpt = excerptOf(value('enunciado'));
  const refused = (problem: string): FileEntry => ({
    line,
    excerpt,
    question: null,
    problem,
    unfinished: unfinishedOf(value),
  });
  if (cells.slice(columns.length).some((extra) => extra !== '')) {
    return refused('A linha tem mais colunas que a primeira. Ponha entre aspas os textos com o separador.');
  }
  if (columns.some(({ header, field }, index) => !field && isOptionTooMany(columnName(header)) && cells[index])) {
    return refused(`Use de ${QUIZ_OPTIONS_MIN} a ${QUIZ_OPTIONS_MAX} alternativas.`);
  }
  const options = readOptions(value);
  if (typeof options === 'string') return refused(options);
  const labels = readLabels(value);
  if (typeof labels === 'string') return refused(labels);
  const baseText = readText(value, labels.format);
  if (typeof baseText === 'string') return refused(baseText);
  return {
    line,
    excerpt,
    problem: null,
    question: {
      questionText: value('enunciado'),
      comment: value('comentario'),
      options,
      baseText,
      subject: value('materia'),
      topic: value('assunto'),
      statusReason: value('motivo'),
      tags: splitTags(value('etiquetas')),
      ...labels,
    },
  };
}

/** The readable fields of a row with a problem. Others are left out. */
function unfinishedOf(value: Value): FileQuestion {
  const texts = LETTERS.map((letter) => value(optionColumn(letter)));
  const [options, joined] = [readOptions(value), sourceAndYear(value('banca_ano'))];
  return {
    ...bareQuestion({
      format: readFormat(value('formato')) ?? 'plain',
      questionText: value('enunciado'),
      options:
        typeof options === 'string' ? keyless(texts.slice(0, texts.findLastIndex((text) => text !== '') + 1)) : options,
    }),
    comment: value('comentario'),
    subject: value('materia'),
    topic: value('assunto'),
    source: value('banca') || joined.source,
    organ: value('orgao'),
    post: value('cargo'),
    year: readYear(value('ano') || joined.year) ?? null,
    difficulty: readDifficulty(value('dificuldade')) ?? null,
    tags: splitTags(value('etiquetas')),
  };
}

function readOptions(value: Value): FileOption[] | string {
  const texts = LETTERS.map((letter) => value(optionColumn(letter)));
  const count = texts.findLastIndex((text) => text !== '') + 1;
  const gap = texts.slice(0, count).indexOf('');
  if (gap >= 0) return `A alternativa ${LETTERS[gap]} está vazia, mas há outra depois dela.`;
  const told = value('correta');
  const given = texts.slice(0, count);
  const found = told === '' ? signedOption(given) : keyedOption(told, given);
  if (typeof found === 'string') return found;
  const stray = LETTERS.slice(found.texts.length).find((letter) => value(commentColumn(letter)) !== '');
  if (stray) return `Há um comentário para a alternativa ${stray}, que está vazia.`;
  return found.texts.map((optionText, index) => ({
    optionText,
    comment: value(commentColumn(LETTERS[index] ?? '')),
    isCorrect: index === found.right,
  }));
}

type Found = { texts: readonly string[]; right: number };

function keyedOption(told: string, texts: readonly string[]): Found | string {
  if (texts.length === 0) {
    const right = verdictOf(told);
    const wanted = 'Sem alternativas, a coluna "correta" deve dizer C (certo) ou E (errado)';
    if (right >= 0) return { texts: TRUE_FALSE, right };
    const said = rightOption(told, TRUE_FALSE);
    return typeof said === 'string' && said.includes('tipo da questão')
      ? said
      : `${wanted}, e tem "${excerptOf(told)}".`;
  }
  const right = rightOption(told, texts);
  if (typeof right === 'string') return right;
  return { texts: isTrueFalse(texts) ? TRUE_FALSE : texts, right };
}

/** Without a key, one of the options may be marked as right. */
function signedOption(texts: readonly string[]): Found | string {
  const read = texts.map(withoutKeySign);
  const marked = read.filter(({ isMarked }) => isMarked).length;
  if (marked > 1) return 'Só uma alternativa pode ser a certa.';
  if (marked === 0) return 'Diga na coluna "correta" qual alternativa é a certa.';
  return { texts: read.map(({ text }) => text), right: read.findIndex(({ isMarked }) => isMarked) };
}

/** The base text. Without a format column it has the question's format. Returns a message when it is invalid. */
function readText(value: Value, otherwise: QuestionFormat): BaseTextInput | string | null {
  const [text, title, told] = [value('texto_base'), value('texto_titulo'), value('texto_formato')];
  if (text === '') return title === '' ? null : 'Há um título de texto-base sem o texto (coluna "texto_base").';
  const format = told === '' ? otherwise : readFormat(told);
  if (format === undefined) return `O formato do texto-base deve ser texto ou html, e é "${excerptOf(told)}".`;
  return { title, format, text };
}

/** 'VUNESP/2024', 'FGV - 2023', 'CESPE (2022)': the year is at the end. */
function sourceAndYear(text: string): { source: string; year: string } {
  const [, source = text, year = ''] = /^(.*?)[\s/,|(–-]*((?:19|20)\d\d)\)?$/su.exec(text) ?? [];
  return { source: source.trim(), year };
}

/** Reads the columns with fixed values. Returns a message when one has another value. */
function readLabels(value: Value) {
  const joined = sourceAndYear(value('banca_ano'));
  const told = { difficulty: value('dificuldade'), year: value('ano') || joined.year, status: value('situacao') };
  const difficulty = told.difficulty === '' ? null : readDifficulty(told.difficulty);
  if (difficulty === undefined)
    return `A dificuldade deve ser fácil, média ou difícil, e é "${excerptOf(told.difficulty)}".`;
  const year = told.year === '' ? null : readYear(told.year);
  if (year === undefined) return `O ano deve ter quatro algarismos, e é "${excerptOf(told.year)}".`;
  const format = value('formato') === '' ? 'plain' : readFormat(value('formato'));
  if (format === undefined) return `O formato deve ser texto ou html, e é "${excerptOf(value('formato'))}".`;
  const status = told.status === '' ? 'active' : readStatus(told.status);
  if (status === undefined) {
    return `A situação deve ser ativa, anulada ou desatualizada, e é "${excerptOf(told.status)}".`;
  }
  const exam = { source: value('banca') || joined.source, organ: value('orgao'), post: value('cargo') };
  return { difficulty, year, format, status, ...exam };
}
