import { expect, it } from 'vitest';
import { neutralised, readCell, writeCsv } from './csv-cells.ts';

const signs = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫'];

it.each(signs)('a cell that begins with %j is text, also in the full width that spreadsheets read as ASCII', (sign) => {
  for (const cell of [`${sign}1+1`, `'${sign}1`, `''${sign}`]) {
    expect(neutralised(cell)).toBe(`'${cell}`);
    expect(readCell(neutralised(cell))).toBe(cell);
  }
});

it('leaves every other cell as it is', () => {
  for (const cell of ['Ana', "d'água", "'aspas'", '1=1', ' =1', '']) {
    expect(neutralised(cell)).toBe(cell);
    expect(readCell(cell)).toBe(cell);
  }
  expect(writeCsv([['＝1', 'b']])).toBe("\uFEFF'＝1;b\r\n");
});
