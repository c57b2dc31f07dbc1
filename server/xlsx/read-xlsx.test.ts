import { describe, expect, it } from 'vitest';
import { FileRefused } from '#server/zip/refused.ts';
import { readXlsx, type XlsxBounds } from './read-xlsx.ts';
import { inline, makeXlsx, rowsOf } from './testing/make-xlsx.ts';

type Made = Parameters<typeof makeXlsx>;

const rows = async (data: string, book?: Made[1]) =>
  (await readXlsx(await makeXlsx([{ data }], book))).sheets[0]?.rows.map(({ line, cells }) => [line, ...cells]);

const refusal = (file: Buffer, bounds?: XlsxBounds) =>
  readXlsx(file, bounds).then(
    () => 'read',
    (error: unknown) => (error instanceof FileRefused ? error.reason : error),
  );

describe('what a spreadsheet says', () => {
  it('texts that are shared, in their place, in pieces, with what XML cannot hold; never how they are pronounced', async () => {
    const shared = `<sst><si><t>Nome</t></si><si><r><t>Ana </t></r><r><rPr/><t xml:space="preserve">Souza</t></r><rPh sb="0" eb="1"><t>outra</t></rPh></si><si><t>a &lt; b &amp;&#10;c_x000D__x0000_&eacute;</t></si></sst>`;
    expect(
      await rows(
        `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>99</v></c>${inline('E1', ' <b>"x"</b> ')}</row>`,
        { parts: { 'xl/sharedStrings.xml': shared } },
      ),
    ).toEqual([[1, 'Nome', 'Ana Souza', 'a < b &\nc\n&eacute;', '', ' <b>"x"</b> ']]);
  });

  it('numbers, dates, hours, padded codes and truths as a person would type them', async () => {
    const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-416]d\\ &quot;de&quot;\\ mmmm;@"/><numFmt numFmtId="165" formatCode="00000000000"/><numFmt numFmtId="166" formatCode="[Red]#,##0.00&quot; dias&quot;"/><numFmt numFmtId="167" formatCode="[h]:mm"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="167"/><xf numFmtId="22"/></cellXfs></styleSheet>`;
    const number = (style: number, value: string) => `<c s="${style}"><v>${value}</v></c>`;
    const data = `<row>${[
      number(0, '0.30000000000000004'),
      number(0, '1.2345678901E10'),
      number(1, '46342'),
      number(2, '46342'),
      number(3, '1234567890'),
      number(4, '46342'),
      number(5, '0.5'),
      number(6, '46342.75'),
      number(1, '59'),
      number(1, '61'),
      number(1, '-3'),
    ].join('')}<c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="d"><v>2026-11-16T00:00:00.000</v></c></row>`;
    const parts = { 'xl/styles.xml': styles };
    expect(await rows(data, { parts })).toEqual([
      [
        1,
        '0.3',
        '12345678901',
        '16/11/2026',
        '16/11/2026',
        '01234567890',
        '46342',
        '12:00',
        '16/11/2026 18:00',
        '28/02/1900',
        '01/03/1900',
        '-3',
        'VERDADEIRO',
        'FALSO',
        '16/11/2026',
      ],
    ]);
    const from1904 = { parts, bookProperties: '<workbookPr date1904="1"/>' };
    expect(await rows(`<row>${number(1, '44880')}</row>`, from1904)).toEqual([[1, '16/11/2026']]);
  });

  it('a formula is read as its stored result, and never run', async () => {
    expect(
      await rows(
        `<row r="1"><c r="A1"><f>1+1</f><v>2</v></c><c r="B1" t="str"><f>WEBSERVICE("http://x")</f><v>feito</v></c><c r="C1" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="D1"><f>A1</f></c></row>`,
      ),
    ).toEqual([[1, '2', 'feito', '#DIV/0!']]);
  });

  it('cells keep their columns beside merged titles, gaps, rows without numbers and styled empty cells', async () => {
    expect(
      await rows(
        `<row r="1">${inline('A1', 'Turma de 2026')}<c r="B1" s="1"/></row><row r="2"><c r="A2" s="1"/>${inline('B2', '   ')}</row><row r="7">${inline('C7', 'Ana')}</row><row><c t="inlineStr"><is><t>b</t></is></c><c/><c t="inlineStr"><is><t>c</t></is></c></row><x:row xmlns:x="x"><x:c t="str"><x:v>p</x:v></x:c></x:row>`,
      ),
    ).toEqual([
      [1, 'Turma de 2026'],
      [7, '', '', 'Ana'],
      [8, 'b', '', 'c'],
      [9, 'p'],
    ]);
  });

  it('only visible sheets are read, in their order', async () => {
    const file = await makeXlsx([
      { name: 'Alunos', data: rowsOf([['a']]) },
      { name: 'Segredo', data: rowsOf([['x']]), state: 'veryHidden' },
      { name: 'R&D <2>', data: '' },
    ]);
    expect((await readXlsx(file)).sheets).toEqual([
      { name: 'Alunos', rows: [{ line: 1, cells: ['a'] }], isCut: false },
      { name: 'R&D <2>', rows: [], isCut: false },
    ]);
    expect((await readXlsx(file, { sheets: 1 })).sheets).toHaveLength(1);
  });
});

describe('bounds', () => {
  it('cut rows and columns, and say so', async () => {
    const file = await makeXlsx([{ data: rowsOf([['a', 'b'], ['c'], ['d']]) }]);
    const cut = { rows: [{ line: 1, cells: ['a'] }], isCut: true };
    expect((await readXlsx(file, { rows: 1, columns: 1 })).sheets).toMatchObject([cut]);
    expect((await readXlsx(file, { rows: 3, columns: 2 })).sheets).toMatchObject([{ isCut: false }]);
  });

  it('a million empty rows are nothing', async () => {
    const data = `<row r="1">${inline('A1', 'a')}</row>${'<row r="2"/>'.repeat(1_000_000)}`;
    expect(await rows(data)).toEqual([[1, 'a']]);
  });

  it('a text that stands in every cell is counted each time', async () => {
    const parts = { 'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(1000)}</t></si></sst>` };
    const file = await makeXlsx([{ data: `<row>${'<c t="s"><v>0</v></c>'.repeat(11)}</row>` }], { parts });
    expect(await refusal(file, { characters: 10_000 })).toBe('too_large');
    expect(await refusal(file, { characters: 11_000 })).toBe('read');
    expect(await refusal(file, { characters: 999 })).toBe('too_large');
  });

  it('a bomb is refused where it goes off', async () => {
    const blank = Buffer.alloc(4 * 1024 * 1024, ' ');
    const bomb = await makeXlsx([{ data: '' }], { parts: { 'xl/worksheets/sheet1.xml': blank } });
    expect(bomb.length).toBeLessThan(blank.length / 100);
    expect(await refusal(bomb, { unpacked: blank.length - 1 })).toBe('too_large');
    expect(await refusal(bomb, { packed: bomb.length - 1 })).toBe('too_large');
    expect(await refusal(bomb)).toBe('read');
  });
});

describe('what is no spreadsheet', () => {
  it.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['nothing', () => Buffer.alloc(0), 'other_kind'],
    ['an old or locked one', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'other_kind'],
    ['a Word file', () => makeXlsx([], { parts: { 'xl/workbook.xml': '<w:document/>' } }), 'other_kind'],
    ['a zip without one', () => makeXlsx([], { parts: { 'xl/workbook.xml': null } }), 'other_kind'],
    ['a half', async () => (await makeXlsx([{ data: rowsOf([['a']]) }])).subarray(0, 600), 'broken'],
    ['21 MB', () => Buffer.alloc(21 * 1024 * 1024), 'too_large'],
    [
      'one with entities of its own',
      () =>
        makeXlsx([], {
          parts: { 'xl/workbook.xml': '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><workbook/>' },
        }),
      'broken',
    ],
    ['a well', () => makeXlsx([{ data: '<a>'.repeat(1_000_000) }]), 'broken'],
  ])('%s', async (_, file, reason) => {
    expect(await refusal(await file())).toBe(reason);
  });
});
