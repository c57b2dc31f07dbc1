/** What makes a spreadsheet run a cell instead of showing it, behind any number of quotes that already protect it. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠﹦﹢﹣﹫]/;

/** A cell that no spreadsheet takes for a formula. Undone by `readCell`, so that nothing changes on the way back. */
export const neutralised = (text: string) => (formula.test(text) ? `'${text}` : text);

/** A cell as it was before `neutralised`. */
export const readCell = (cell: string) => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell);

const quoted = (cell: string) => (/[";,\t\n\r]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** For Excel in Portuguese: semicolons, CRLF, and the mark that tells it the encoding. */
export function writeCsv(rows: Iterable<readonly string[]>): string {
  let text = '\uFEFF';
  for (const row of rows) text += `${row.map((cell) => quoted(neutralised(cell))).join(';')}\r\n`;
  return text;
}
