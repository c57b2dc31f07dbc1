/**
 * The start of a cell that a spreadsheet would run as a formula, after any number of quotes that already protect it.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠﹦﹢﹣﹫]/;

/** A cell that no spreadsheet runs as a formula. `readCell` undoes it, so that a round trip changes nothing. */
export const neutralised = (text: string) => (formula.test(text) ? `'${text}` : text);

/** A cell as it was before `neutralised`. */
export const readCell = (cell: string) => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell);

/** A cell in quotes where its text needs them. */
export const quotedCell = (cell: string) =>
  /[";,\t\n\r]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** For Excel in Portuguese: semicolons, CRLF, and the mark that tells it the encoding. */
export const writeCsv = (rows: Iterable<readonly string[]>): string => Array.from(csvLines(rows)).join('');

/** The same file line by line. */
export function* csvLines(rows: Iterable<readonly string[]>): Generator<string> {
  yield '\uFEFF';
  for (const row of rows) yield `${row.map((cell) => quotedCell(neutralised(cell))).join(';')}\r\n`;
}
