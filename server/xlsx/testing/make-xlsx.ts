import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A cell with inline text. */
export const inline = (place: string, text: string) =>
  `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

/** Rows of text, from the first line on; an empty text makes no cell. */
export const rowsOf = (rows: readonly (readonly string[])[]) =>
  rows
    .map((cells, index) => {
      const line = index + 1;
      const inside = cells.map((text, column) =>
        text === '' ? '' : inline(`${String.fromCharCode(65 + column)}${line}`, text),
      );
      return `<row r="${line}">${inside.join('')}</row>`;
    })
    .join('');

type Sheet = { name?: string; data: string; state?: string };
type Book = {
  /** Parts that replace or add to the default ones; null omits one. */
  parts?: Record<string, string | Buffer | null>;
  bookProperties?: string;
};

/** An Excel file with these worksheets, each given as the content of its `sheetData`. */
export async function makeXlsx(sheets: Sheet[], { parts = {}, bookProperties = '' }: Book = {}): Promise<Buffer> {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
  const named = sheets.map((sheet, index) => ({ state: 'visible', name: `Plan${index + 1}`, ...sheet, at: index + 1 }));
  const all: Record<string, string | Buffer | null> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships>${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="${main}" xmlns:r="${office}">${bookProperties}<sheets>${named
      .map(({ name, state, at }) => `<sheet name="${escaped(name)}" sheetId="${at}" state="${state}" r:id="rId${at}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${named
      .map(({ at }) => relation(`rId${at}`, 'worksheet', `worksheets/sheet${at}.xml`))
      .join(
        '',
      )}${relation('rIdS', 'sharedStrings', '/xl/sharedStrings.xml')}${relation('rIdF', 'styles', 'styles.xml')}</Relationships>`,
    ...Object.fromEntries(
      named.map(({ data, at }) => [
        `xl/worksheets/sheet${at}.xml`,
        `<?xml version="1.0"?><worksheet xmlns="${main}"><sheetData>${data}</sheetData></worksheet>`,
      ]),
    ),
    ...parts,
  };
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(all)) if (content !== null) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}
