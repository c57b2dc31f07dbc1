import { searchKey } from '#server/db/keys.ts';
import { looksLikeKey } from './answer-key.ts';
import { columnName, isField, isOptionTooMany, type TableField } from './csv-columns.ts';
import { readDifficulty, readYear } from './question-labels.ts';

export type TableRow = { line: number; cells: string[] };

/** How the field of a column was determined; null: it has none. */
export type FoundBy = 'name' | 'memory' | 'guess' | null;
export type TableColumn = { header: string; sample: string; field: TableField | null; by: FoundBy };
/** `headerLine`: 0 when every row is a question. */
export type TableLayout = { headerLine: number; columns: TableColumn[] };
/** The fields that the school has assigned to columns before, by column name. */
export type Remembered = Readonly<Record<string, TableField | ''>>;

const HEADER_WITHIN = 20;
const SAMPLED = 50;
const SAMPLE = 120;
const HEADER_CELL = 60;
const COLUMNS_MAX = 200;

/** The key by which the assignment of a column is stored. */
export const headerKey = (header: string) => searchKey(header).slice(0, 100).toWellFormed();

const nameOf = (header: string, remembered: Remembered): TableField | '' | null => {
  // Column names of our template cannot be reassigned.
  if (isField(headerKey(header))) return headerKey(header) as TableField;
  const known = remembered[headerKey(header)];
  if (known !== undefined && header.trim() !== '') return known;
  const name = columnName(header);
  return isField(name) ? name : null;
};

const filled = ({ cells }: TableRow) => cells.filter((cell) => cell !== '').length;

/** The line of the header, below any titles: the row with most known names, else the first plausible one. */
export function headerLineOf(rows: readonly TableRow[], remembered: Remembered): number {
  const [first] = rows;
  if (!first) return 0;
  const known = rows.slice(0, HEADER_WITHIN).map(({ line, cells }) => {
    const found = cells.map((cell) => nameOf(cell, remembered)).filter((name) => name !== null && name !== '');
    // A single letter is an answer key; several are the headers of the option columns.
    const letters = cells.filter((cell) => /^[a-f]$/i.test(cell)).length;
    return { line, names: new Set(found).size - (letters === 1 ? 1 : 0) };
  });
  const best = known.reduce((most, next) => (next.names > most.names ? next : most));
  if (best.names >= 2 || (best.names === 1 && best.line === first.line)) return best.line;
  const usual = filled(rows[Math.min(rows.length - 1, HEADER_WITHIN)] ?? first);
  const candidate = rows.slice(0, HEADER_WITHIN).find((row) => filled(row) >= Math.max(2, usual - 1));
  const isHeader = candidate?.cells.every((cell) => cell.length <= HEADER_CELL && !(cell !== '' && looksLikeKey(cell)));
  return candidate && isHeader && candidate !== rows.at(-1) ? candidate.line : 0;
}

/** Proposes a field for each column, by its name, by earlier assignments of the school, or by its content. */
export function proposeLayout(rows: readonly TableRow[], remembered: Remembered, headerLine?: number): TableLayout {
  const line = headerLine ?? headerLineOf(rows, remembered);
  const header = rows.find((row) => row.line === line);
  const body = bodyOf(rows, line).slice(0, SAMPLED);
  const width = Math.min(
    COLUMNS_MAX,
    header ? header.cells.length : Math.max(0, ...body.map(({ cells }) => cells.length)),
  );
  const taken = new Set<TableField>();
  const columns = Array.from({ length: width }, (_, at): TableColumn => {
    const name = header?.cells[at] ?? '';
    const found = nameOf(name, remembered);
    const field = found && !taken.has(found) ? found : null;
    if (field) taken.add(field);
    const isRemembered = name.trim() !== '' && !isField(headerKey(name)) && remembered[headerKey(name)] !== undefined;
    return {
      header: name,
      sample: (body.find(({ cells }) => cells[at])?.cells[at] ?? '').slice(0, SAMPLE).toWellFormed(),
      field,
      by: isRemembered ? 'memory' : field ? 'name' : null,
    };
  });
  guess(columns, body, taken);
  return { headerLine: line, columns };
}

export const bodyOf = (rows: readonly TableRow[], headerLine: number) => rows.filter(({ line }) => line > headerLine);

/** Guesses the fields of columns without a known name by their content: only required fields, and obvious ones. */
function guess(columns: TableColumn[], body: readonly TableRow[], taken: Set<TableField>): void {
  const free = () =>
    columns.flatMap((column, at) => (column.by === null && !isOptionTooMany(columnName(column.header)) ? at : []));
  const cellsOf = (at: number) => body.map(({ cells }) => cells[at] ?? '').filter((cell) => cell !== '');
  const set = (field: TableField, at: number | undefined) => {
    const column = at === undefined ? undefined : columns[at];
    if (!column || taken.has(field)) return;
    Object.assign(column, { field, by: 'guess' });
    taken.add(field);
  };
  const mostly = (is: (cell: string) => boolean) =>
    free().find((at) => {
      const cells = cellsOf(at);
      return cells.length >= body.length * 0.8 && cells.length > 0 && cells.filter(is).length >= cells.length * 0.8;
    });
  if (!taken.has('correta')) set('correta', mostly(looksLikeKey));
  if (!taken.has('ano'))
    set(
      'ano',
      mostly((cell) => readYear(cell) !== undefined),
    );
  if (!taken.has('dificuldade'))
    set(
      'dificuldade',
      mostly((cell) => readDifficulty(cell) !== undefined),
    );
  if (!taken.has('enunciado')) {
    const lengths = free().map((at) => ({
      at,
      mean: cellsOf(at).reduce((sum, cell) => sum + cell.length, 0) / (body.length || 1),
    }));
    const longest = lengths.reduce((most, next) => (next.mean > most.mean ? next : most), { at: -1, mean: 20 });
    if (longest.at >= 0) set('enunciado', longest.at);
  }
}
