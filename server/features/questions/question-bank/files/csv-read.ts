import { CsvError, parse } from 'csv-parse/sync';
import { readCell } from '#server/csv/csv-cells.ts';
import { FileRefused } from './question-file.ts';
import type { TableRow } from './table-layout.ts';

/** The non-empty rows of a CSV file, separated by semicolons, commas or tabs. */
export function csvRows(text: string): TableRow[] {
  // Excel can write its separator as a first line `sep=;`.
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
    const rows: TableRow[] = [];
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

/** The most frequent separator, outside of quotes, in the first line that has one: a title may precede the header. */
function separatorOf(text: string): string {
  const counts = new Map([';', ',', '\t'].map((separator) => [separator, 0]));
  let inQuotes = false;
  for (const sign of text) {
    if (sign === '"') inQuotes = !inQuotes;
    if (inQuotes) continue;
    if (sign === '\n' && [...counts.values()].some((count) => count > 0)) break;
    const count = counts.get(sign);
    if (count !== undefined) counts.set(sign, count + 1);
  }
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}
