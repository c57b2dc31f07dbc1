import { createHash } from 'node:crypto';
import { CsvError, parse } from 'csv-parse/sync';
import { codesIn, endToEndIn, payerIn, tidy } from './signs.ts';
import { type Columns, ColumnsUnknown, type ReadEntry, StatementRefused } from './statement-file.ts';
import { readCents, readDay } from './values.ts';

/** A column's name without case, accents and signs. */
const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

const dateNames = /^(data|date|dt|dia)( |$)|data( do)? (lancamento|movimento|transacao|mov)/;
const creditNames = /^(credito|entrada|entradas|valor credito|credit)( r)?$/;
const amountNames = /^(valor|amount|quantia|montante)( |$)/;
const balanceNames = /saldo|balance/;
const CELLS_MAX = 60;
const SAMPLE_ROWS = 5;
const ROWS_SAMPLED = 200;

export type KnownLayouts = ReadonlyMap<string, Columns>;

/** What a layout is remembered by: its first line, or how many columns it has where there is none. */
const headerKeyOf = (header: readonly string[] | null, width: number) =>
  createHash('sha256')
    .update(header ? header.map(fold).join('\n') : `without a header: ${width}`)
    .digest('hex');

/** Reads a bank's CSV. The columns are given, remembered, or guessed from headers and contents. */
export function readCsv(
  text: string,
  { chosen, known, entriesMax }: { chosen: Columns | null; known: KnownLayouts; entriesMax: number },
): { entries: ReadEntry[]; headerKey: string } {
  const rows = rowsOf(text);
  const { header, body } = split(rows);
  const width = Math.max(header?.length ?? 0, ...body.slice(0, ROWS_SAMPLED).map((row) => row.length));
  if (body.length === 0 || width < 2) {
    throw new StatementRefused('bad_request', 'Não encontramos nenhuma entrada neste arquivo.');
  }
  const headerKey = headerKeyOf(header, width);
  const columns = chosen ?? known.get(headerKey) ?? guess(header, body, width);
  if (!columns || columns.date >= width || columns.amount >= width) {
    const names = header ?? Array.from({ length: width }, (_, index) => `Coluna ${index + 1}`);
    throw new ColumnsUnknown(headerKey, names.slice(0, CELLS_MAX).map(tidy), body.slice(0, SAMPLE_ROWS));
  }
  const entries = body.flatMap((row) => entryOf(row, columns, header, debitColumn(body, width)) ?? []);
  if (entries.length > entriesMax) {
    throw new StatementRefused('too_large', `O extrato tem mais de ${entriesMax} entradas. Baixe um período menor.`);
  }
  return { entries, headerKey };
}

function rowsOf(text: string): string[][] {
  const body = text.replace(/\r\n?/g, '\n').replace(/^sep=.\n/i, '');
  try {
    const rows = parse(body, {
      delimiter: separatorOf(body),
      record_delimiter: '\n',
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }) as string[][];
    return rows.map((row) => row.slice(0, CELLS_MAX).map(tidy)).filter((row) => row.some((cell) => cell !== ''));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new StatementRefused('bad_request', 'As aspas do arquivo estão quebradas: uma foi aberta e não fechada.');
  }
}

/** What separates the cells of most lines. */
function separatorOf(text: string): string {
  const lines = text.slice(0, 20_000).split('\n').slice(0, 50);
  const count = (separator: string) => lines.filter((line) => line.split(separator).length > 2).length;
  return [';', '\t', ','].reduce((best, next) => (count(next) > count(best) ? next : best));
}

/** Banks write their address and the account above the table. */
function split(rows: string[][]): { header: string[] | null; body: string[][] } {
  const at = rows.slice(0, 40).findIndex((row) => row.some((cell) => dateNames.test(fold(cell))) && row.length > 1);
  const hasDay = (row: string[]) => row.some((cell) => readDay(cell) !== null);
  if (at >= 0 && !hasDay(rows[at] ?? [])) return { header: rows[at] ?? null, body: rows.slice(at + 1).filter(hasDay) };
  return { header: null, body: rows.filter(hasDay) };
}

function guess(header: readonly string[] | null, body: readonly string[][], width: number): Columns | null {
  const looked = body.slice(0, ROWS_SAMPLED);
  const share = (column: number, reads: (cell: string) => boolean) =>
    looked.filter((row) => reads(row[column] ?? '')).length / looked.length;
  const names = header?.map(fold) ?? [];
  const all = Array.from({ length: width }, (_, column) => column);
  const dates = all.filter((column) => share(column, (cell) => readDay(cell) !== null) > 0.9);
  const amounts = all.filter(
    (column) =>
      !dates.includes(column) &&
      !balanceNames.test(names[column] ?? '') &&
      looked.some((row) => /[.,]\d{2}/.test(row[column] ?? '')) &&
      share(column, (cell) => cell === '' || readCents(cell) !== null) > 0.9,
  );
  const named = (pattern: RegExp) => amounts.filter((column) => pattern.test(names[column] ?? ''));
  const date =
    dates.find((column) => dateNames.test(names[column] ?? '')) ?? (dates.length === 1 ? dates[0] : undefined);
  const [amount, ...others] = [named(creditNames), named(amountNames), amounts].find((found) => found.length > 0) ?? [];
  return date === undefined || amount === undefined || others.length > 0 ? null : { date, amount };
}

const isDebit = (cell: string) => /^(d|debito|saida)$/.test(fold(cell));
const isWay = (cell: string) => cell === '' || /^(c|d|credito|debito|entrada|saida)$/.test(fold(cell));

/** The column that says which way the money went, where the amount does not. */
function debitColumn(body: readonly string[][], width: number): number | null {
  const looked = body.slice(0, ROWS_SAMPLED);
  for (let column = 0; column < width; column += 1) {
    if (looked.some((row) => row[column]) && looked.every((row) => isWay(row[column] ?? ''))) return column;
  }
  return null;
}

function entryOf(
  row: readonly string[],
  columns: Columns,
  header: readonly string[] | null,
  way: number | null,
): ReadEntry | null {
  const day = readDay(row[columns.date] ?? '');
  const amount = readCents(row[columns.amount] ?? '');
  if (day === null || amount === null || amount <= 0 || amount > 2_147_483_647) return null;
  if (way !== null && isDebit(row[way] ?? '')) return null;
  const rest = row.filter((cell, column) => {
    if (column === columns.date || column === columns.amount || column === way || cell === '') return false;
    return !balanceNames.test(fold(header?.[column] ?? '')) && readDay(cell) === null && readCents(cell) === null;
  });
  const text = tidy(rest.join(' · '));
  const codes = codesIn(text);
  return {
    account: '',
    fitId: null,
    day,
    amount,
    payer: payerIn(text, codes),
    text,
    endToEndId: endToEndIn(text),
    codes,
  };
}
