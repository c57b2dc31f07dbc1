import { CsvError, parse } from 'csv-parse/sync';
import { IMPORT_MAX_ROWS, importStudents } from '../../../contract/people.ts';
import { readCell } from '../../csv/csv-cells.ts';
import { identityKey } from '../../db/keys.ts';
import { AppError } from '../../http/errors.ts';

export type StudentRow = { line: number; firstName: string; lastName: string; email: string; problem: string | null };

const fold = (text: string) =>
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

function cellsOf(text: string): string[][] {
  try {
    return parse(text, {
      delimiter: separatorOf(text),
      record_delimiter: '\n',
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      // One more than is taken: more than that need not be read to be refused.
      to: IMPORT_MAX_ROWS + 2,
    }) as string[][];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new AppError('bad_request', 'As aspas do arquivo estão quebradas: uma foi aberta e não fechada.');
  }
}

const student = importStudents.body.shape.students._zod.def.element;

/** Students of a CSV with their problems, line by line. The same address twice, in whatever case, is told at the second. */
export function readStudents(file: Buffer): StudentRow[] {
  const text = decode(file)
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/^sep=.\n/i, '');
  if (text.includes('\0')) throw new AppError('bad_request', 'Este arquivo não é um CSV. No Excel, salve como CSV.');
  const [header = [], ...body] = cellsOf(text);
  const columns = header.map((cell) => fold(readCell(cell)));
  const place = (pattern: RegExp) => columns.findIndex((name) => pattern.test(name));
  const at = { firstName: place(names.firstName), lastName: place(names.lastName), email: place(names.email) };
  if (at.email < 0 || at.firstName < 0) {
    throw new AppError('columns_unknown', 'O arquivo precisa das colunas Nome, Sobrenome e E-mail na primeira linha.', {
      columns: header.slice(0, 20).map((cell) => cell.slice(0, 60)),
    });
  }
  if (body.length > IMPORT_MAX_ROWS) {
    throw new AppError('too_large', `Importe no máximo ${IMPORT_MAX_ROWS.toLocaleString('pt-BR')} alunos de uma vez.`);
  }
  const seen = new Map<string, number>();
  return body.map((cells, index) => {
    const line = index + 2;
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
    return { line, ...(read.success ? read.data : typed), problem };
  });
}
