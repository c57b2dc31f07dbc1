import { CsvError, parse } from 'csv-parse/sync';
import { CSV_MAX_BYTES, IMPORT_MAX_ROWS, importStudents } from '#contract/people/people.ts';
import { readCell } from '#server/csv/csv-cells.ts';
import { identityKey } from '#server/db/keys.ts';
import { AppError } from '#server/http/errors.ts';
import { isZip, readXlsxInWorker } from '#server/xlsx/read-xlsx-in-worker.ts';

export type StudentRow = { line: number; firstName: string; lastName: string; email: string; problem: string | null };

export const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim();

/** What the columns may be called. A single column for the whole name is parted after its first word. */
const names = {
  firstName: /^(nome|primeiro nome|first name|firstname|nome completo|aluno|estudante|name)$/,
  lastName: /^(sobrenome|ultimo nome|last name|lastname|apelido)$/,
  email: /^(e mail|email|endereco de e mail|correio)( do aluno)?$/,
};

/** UTF-8, or what Excel in Portuguese writes without asking. */
function decode(file: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return new TextDecoder('windows-1252').decode(file);
  }
}

const separatorOf = (text: string) => {
  const [first = ''] = text.split('\n', 1);
  const count = (separator: string) => first.split(separator).length;
  return [';', '\t', ','].reduce((best, next) => (count(next) > count(best) ? next : best));
};

export type Row = { line: number; cells: string[] };

/** One more than is taken, and a title: more than that need not be read to be refused. */
const ROWS_READ = IMPORT_MAX_ROWS + 12;
/** Above the names of the columns people write what the table is about. */
const TITLE_ROWS = 10;

function csvRows(file: Buffer): Row[] {
  if (file.length > CSV_MAX_BYTES) throw new AppError('too_large', 'Um CSV deve ter no máximo 2 MB.');
  const text = decode(file)
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/^sep=.\n/i, '');
  if (text.includes('\0')) {
    throw new AppError('bad_request', 'Este arquivo não é um CSV nem uma planilha .xlsx. No Excel, salve como .xlsx.');
  }
  try {
    const read = parse(text, {
      delimiter: separatorOf(text),
      record_delimiter: '\n',
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      info: true,
      to: ROWS_READ,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return read.map(({ record, info }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new AppError('bad_request', 'As aspas do arquivo estão quebradas: uma foi aberta e não fechada.');
  }
}

/** Where the columns are; null: this row does not name them. */
function columnsOf({ cells }: Row) {
  const columns = cells.map((cell) => fold(readCell(cell)));
  const place = (pattern: RegExp) => columns.findIndex((name) => pattern.test(name));
  const at = { firstName: place(names.firstName), lastName: place(names.lastName), email: place(names.email) };
  return at.email < 0 || at.firstName < 0 ? null : at;
}

/** The row that names the columns, below a title or not. */
function headOf(rows: readonly Row[]) {
  for (const [index, row] of rows.slice(0, TITLE_ROWS).entries()) {
    const at = columnsOf(row);
    if (at) return { at, body: rows.slice(index + 1) };
  }
  return null;
}

const student = importStudents.body.shape.students._zod.def.element;

/**
 * The students of a table with their problems, line by line. With several worksheets, the first one with the column
 * names is read. A duplicate address, in any case, is reported at its second occurrence.
 */
function studentsOf(sheets: readonly { rows: readonly Row[]; isCut?: boolean }[]): StudentRow[] {
  const found = sheets.map(({ rows, isCut = false }) => ({ head: headOf(rows), isCut })).find(({ head }) => head);
  if (!found?.head) {
    throw new AppError('columns_unknown', 'O arquivo precisa das colunas Nome, Sobrenome e E-mail na primeira linha.', {
      columns: (sheets[0]?.rows[0]?.cells ?? []).slice(0, 20).map((cell) => cell.slice(0, 60)),
    });
  }
  const { at, body } = found.head;
  if (body.length > IMPORT_MAX_ROWS || found.isCut) {
    throw new AppError('too_large', `Importe no máximo ${IMPORT_MAX_ROWS.toLocaleString('pt-BR')} alunos de uma vez.`);
  }
  const seen = new Map<string, number>();
  return body.map(({ line, cells }) => {
    const cell = (column: number) => (column < 0 ? '' : readCell((cells[column] ?? '').trim()).trim());
    const whole = cell(at.firstName).split(/\s+/);
    const typed = {
      firstName: at.lastName < 0 ? (whole[0] ?? '') : cell(at.firstName),
      lastName: at.lastName < 0 ? whole.slice(1).join(' ') : cell(at.lastName),
      email: cell(at.email),
    };
    const read = student.safeParse(typed);
    const first = seen.get(identityKey(typed.email));
    if (first === undefined) seen.set(identityKey(typed.email), line);
    const problem = read.success
      ? first === undefined
        ? null
        : `O mesmo e-mail da linha ${first}.`
      : (read.error.issues[0]?.message ?? 'Confira esta linha.');
    return { line, ...(read.success ? read.data : shortened(typed)), problem };
  });
}

/** Shortens the values shown with a problem: a cell may contain a very long text. */
const shortened = (typed: { firstName: string; lastName: string; email: string }) => ({
  firstName: typed.firstName.slice(0, 100),
  lastName: typed.lastName.slice(0, 100),
  email: typed.email.slice(0, 254),
});

/** The tables of a file: a CSV is one, an Excel file has one for each worksheet. */
export async function readTables(file: Buffer, person: string): Promise<{ rows: readonly Row[]; isCut?: boolean }[]> {
  if (!isZip(file)) return [{ rows: csvRows(file) }];
  const { sheets } = await readXlsxInWorker(file, person, { rows: ROWS_READ, columns: 60, sheets: 10 });
  return sheets;
}

/** A CSV, read here, or an Excel file, read beside the server. */
export const readStudentsFile = async (file: Buffer, person: string): Promise<StudentRow[]> =>
  studentsOf(await readTables(file, person));
