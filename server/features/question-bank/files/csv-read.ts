import { CsvError, parse } from 'csv-parse/sync';
import type { BaseTextInput } from '../../../../contract/base-texts.ts';
import { QUIZ_OPTIONS_MAX, QUIZ_OPTIONS_MIN } from '../../../../contract/limits.ts';
import { TRUE_FALSE } from '../../../../contract/question-kind.ts';
import type { QuestionFormat } from '../../../../contract/question-shapes.ts';
import { readCell } from '../../../csv/csv-cells.ts';
import { searchKey } from '../../../db/keys.ts';
import {
  columnName,
  commentColumn,
  isKnownColumn,
  isOptionTooMany,
  LETTERS,
  missingColumns,
  optionColumn,
} from './csv-columns.ts';
import { excerptOf, type FileEntry, type FileOption, FileRefused, type QuestionFile } from './question-file.ts';
import { readDifficulty, readFormat, readStatus, readYear } from './question-labels.ts';

type Row = { cells: string[]; line: number };

/** Reads the questions of a spreadsheet, separated by semicolons, commas or tabs. */
export function readCsv(text: string): QuestionFile {
  const [header, ...rows] = readRows(text);
  if (!header) throw new FileRefused('bad_request', 'O arquivo está vazio.');
  const columns = header.cells.map(columnName);
  checkColumns(columns);
  const ignored = header.cells.filter((_, index) => {
    const name = columns[index] ?? '';
    return name !== '' && !isKnownColumn(name) && !isOptionTooMany(name);
  });
  return {
    kind: 'csv',
    entries: rows.map((row) => readRow(columns, row)),
    remarks: ignored.length > 0 ? [`Colunas que não usamos: ${ignored.map(excerptOf).join(', ')}.`] : [],
  };
}

function checkColumns(columns: readonly string[]): void {
  const missing = missingColumns(columns);
  if (missing.length > 0) {
    throw new FileRefused(
      'bad_request',
      `Faltam colunas na primeira linha: ${missing.join(', ')}. Baixe o modelo para ver como ela deve ser.`,
    );
  }
  const twice = columns.find((name, index) => isKnownColumn(name) && columns.indexOf(name) !== index);
  if (twice) throw new FileRefused('bad_request', `A coluna "${twice}" aparece duas vezes.`);
}

function readRows(text: string): Row[] {
  // Excel writes its separator into a line of its own when asked to.
  const told = /^sep=([;,\t])\n/i.exec(text);
  const body = told ? text.slice(told[0].length) : text;
  const firstLine = told ? 2 : 1;
  try {
    const records = parse(body, {
      delimiter: told?.[1] ?? separatorOf(body),
      record_delimiter: '\n',
      relax_column_count: true,
      // People write quotes inside a text without doubling them; only one that is never closed makes a file unreadable.
      relax_quotes: true,
      info: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    let line = firstLine;
    const rows: Row[] = [];
    for (const { record } of records) {
      if (record.some((cell) => cell.trim() !== '')) {
        rows.push({ cells: record.map((cell) => readCell(cell).trim()), line });
      }
      line += 1 + record.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 0);
    }
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number((error as { lines?: number }).lines ?? 0) + firstLine - 1;
    throw new FileRefused(
      'bad_request',
      `As aspas do arquivo estão quebradas: uma foi aberta e não fechada até a linha ${line}.`,
    );
  }
}

/** The separator that the header uses most, outside of quotes. */
function separatorOf(text: string): string {
  const counts = new Map([';', ',', '\t'].map((separator) => [separator, 0]));
  let inQuotes = false;
  for (const sign of text) {
    if (sign === '"') inQuotes = !inQuotes;
    if (inQuotes) continue;
    if (sign === '\n') break;
    const count = counts.get(sign);
    if (count !== undefined) counts.set(sign, count + 1);
  }
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

function readRow(columns: readonly string[], { cells, line }: Row): FileEntry {
  const cell = (name: string) => cells[columns.indexOf(name)] ?? '';
  const value = (name: string) => (columns.includes(name) ? cell(name) : '');
  const excerpt = excerptOf(value('enunciado'));
  const refused = (problem: string): FileEntry => ({ line, excerpt, question: null, problem });
  if (cells.slice(columns.length).some((extra) => extra !== '')) {
    return refused('A linha tem mais colunas que a primeira. Ponha entre aspas os textos com o separador.');
  }
  if (columns.some((name, index) => isOptionTooMany(name) && cells[index])) {
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
      source: value('banca'),
      statusReason: value('motivo'),
      ...labels,
    },
  };
}

function readOptions(value: (name: string) => string): FileOption[] | string {
  const texts = LETTERS.map((letter) => value(optionColumn(letter)));
  const count = texts.findLastIndex((text) => text !== '') + 1;
  const gap = texts.slice(0, count).indexOf('');
  if (gap >= 0) return `A alternativa ${LETTERS[gap]} está vazia, mas há outra depois dela.`;
  const told = value('correta').toUpperCase();
  if (told === '') return 'Diga na coluna "correta" qual alternativa é a certa.';
  const verdict = trueFalse(value, texts.slice(0, count), told);
  if (verdict) return verdict;
  const right = LETTERS.findIndex((letter, index) => told === letter || told === String(index + 1));
  if (right < 0) {
    return /[;,\s]/.test(told) && /^[A-F1-6;,\sE]+$/.test(told)
      ? 'Só uma alternativa pode ser a certa.'
      : `A coluna "correta" deve ter uma letra de A a ${LETTERS.at(-1)}, e tem "${excerptOf(told)}".`;
  }
  if (right >= count) return `A alternativa certa (${LETTERS[right]}) está vazia.`;
  const stray = LETTERS.slice(count).find((letter) => value(commentColumn(letter)) !== '');
  if (stray) return `Há um comentário para a alternativa ${stray}, que está vazia.`;
  return texts.slice(0, count).map((optionText, index) => ({
    optionText,
    comment: value(commentColumn(LETTERS[index] ?? '')),
    isCorrect: index === right,
  }));
}

const isTrueFalse = (texts: readonly string[]) =>
  texts.length === TRUE_FALSE.length &&
  texts.every((text, place) => searchKey(text) === searchKey(TRUE_FALSE[place] ?? ''));

/** Certo/Errado: without options, or with these two, the key is C or E. Null: another kind of question, or key. */
function trueFalse(
  value: (name: string) => string,
  texts: readonly string[],
  told: string,
): FileOption[] | string | null {
  if (texts.length > 0 && !isTrueFalse(texts)) return null;
  const right = TRUE_FALSE.findIndex((text) => [text.toUpperCase(), text[0]].includes(told));
  if (right < 0) {
    const wanted = 'Sem alternativas, a coluna "correta" deve dizer C (certo) ou E (errado)';
    return texts.length > 0 ? null : `${wanted}, e tem "${excerptOf(told)}".`;
  }
  const stray = LETTERS.slice(TRUE_FALSE.length).find((letter) => value(commentColumn(letter)) !== '');
  if (stray) return `Há um comentário para a alternativa ${stray}, que está vazia.`;
  return TRUE_FALSE.map((optionText, index) => ({
    optionText,
    comment: value(commentColumn(LETTERS[index] ?? '')),
    isCorrect: index === right,
  }));
}

/** The supporting text, written as its question where nothing else is told; a sentence when it cannot be taken. */
function readText(value: (name: string) => string, otherwise: QuestionFormat): BaseTextInput | string | null {
  const [text, title, told] = [value('texto_base'), value('texto_titulo'), value('texto_formato')];
  if (text === '') return title === '' ? null : 'Há um título de texto-base sem o texto (coluna "texto_base").';
  const format = told === '' ? otherwise : readFormat(told);
  if (format === undefined) return `O formato do texto-base deve ser texto ou html, e é "${excerptOf(told)}".`;
  return { title, format, text };
}

/** The columns with fixed values; a sentence when one of them has another. */
function readLabels(value: (name: string) => string) {
  const told = (name: string) => value(name);
  const difficulty = told('dificuldade') === '' ? null : readDifficulty(told('dificuldade'));
  if (difficulty === undefined)
    return `A dificuldade deve ser fácil, média ou difícil, e é "${excerptOf(told('dificuldade'))}".`;
  const year = told('ano') === '' ? null : readYear(told('ano'));
  if (year === undefined) return `O ano deve ter quatro algarismos, e é "${excerptOf(told('ano'))}".`;
  const format = told('formato') === '' ? 'plain' : readFormat(told('formato'));
  if (format === undefined) return `O formato deve ser texto ou html, e é "${excerptOf(told('formato'))}".`;
  const status = told('situacao') === '' ? 'active' : readStatus(told('situacao'));
  if (status === undefined) {
    return `A situação deve ser ativa, anulada ou desatualizada, e é "${excerptOf(told('situacao'))}".`;
  }
  return { difficulty, year, format, status };
}
