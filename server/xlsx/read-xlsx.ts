import { posix } from 'node:path';
import { openZip, type ZipEntries } from '#server/zip/open-zip.ts';
import { FileRefused } from '#server/zip/refused.ts';
import { type Format, formatOf } from './cell-text.ts';
import { type Book, readSharedStrings, readWorksheet, type XlsxRow } from './read-worksheet.ts';
import { attribute, readEvents } from './xml-events.ts';

export type Worksheet = {
  name: string;
  /** Rows with content, in the order of the file. */
  rows: XlsxRow[];
  /** The file has more than the limits allow. */
  isCut: boolean;
};

export type XlsxBounds = {
  /** Bytes of the file, and of its unpacked content. */
  packed?: number;
  unpacked?: number;
  /** The first visible worksheets. */
  sheets?: number;
  /** Per worksheet, counting those with content. */
  rows?: number;
  columns?: number;
  /** In all returned cells together. */
  characters?: number;
};

const MB = 1024 * 1024;
const BOUNDS = { packed: 20 * MB, unpacked: 200 * MB, sheets: 20, rows: 50_000, columns: 200, characters: 32 * MB };
const ENTRIES_MAX = 2000;
const STYLES_MAX = 100_000;

type Relation = { type: string; target: string };

/** The targets of a part's relationship ids, as names of parts. */
async function relationsOf(parts: ZipEntries, name: string): Promise<Map<string, Relation>> {
  const { dir, base } = posix.parse(name);
  const relations = new Map<string, Relation>();
  await readEvents(parts.pieces(posix.join(dir, '_rels', `${base}.rels`)), {
    open(element, { Id = '', Type = '', Target = '', TargetMode }) {
      if (element !== 'Relationship' || TargetMode === 'External') return;
      relations.set(Id, { type: posix.basename(Type), target: posix.resolve('/', dir, Target).slice(1) });
    },
    close() {},
    text() {},
  });
  return relations;
}

const targetOf = (relations: ReadonlyMap<string, Relation>, type: string) =>
  [...relations.values()].find((relation) => relation.type === type)?.target;

async function formatsOf(parts: ZipEntries, name: string | undefined): Promise<Format[]> {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let isOfCells = false;
  await readEvents(name === undefined ? undefined : parts.pieces(name), {
    open(element, attributes) {
      if (element === 'cellXfs') isOfCells = true;
      else if (element === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
      else if (element === 'xf' && isOfCells) ids.push(Number(attributes.numFmtId ?? 0));
      if (codes.size + ids.length > STYLES_MAX) throw new FileRefused('too_large');
    },
    close(element) {
      if (element === 'cellXfs') isOfCells = false;
    },
    text() {},
  });
  return ids.map((id) => formatOf(id, codes.get(id)));
}

/** The visible worksheets, in order, and the calendar of the file. */
async function readBook(parts: ZipEntries, name: string) {
  const sheets: { name: string; relation: string }[] = [];
  let isFrom1904 = false;
  let isBook = false;
  await readEvents(parts.pieces(name), {
    open(element, attributes) {
      if (element === 'workbook') isBook = true;
      else if (element === 'workbookPr') isFrom1904 = /^(1|true|on)$/.test(attributes.date1904 ?? '');
      else if (element === 'sheet' && !/hidden/i.test(attributes.state ?? '')) {
        sheets.push({ name: attributes.name ?? '', relation: attribute(attributes, 'id') ?? '' });
      }
    },
    close() {},
    text() {},
  });
  if (!isBook) throw new FileRefused('other_kind');
  return { sheets, isFrom1904 };
}

/**
 * Reads a .xlsx: the cells of its worksheets as text. Formulas are not run; macros, links and hidden worksheets are
 * ignored, and nothing outside the file is requested.
 */
export async function readXlsx(file: Buffer, asked: XlsxBounds = {}): Promise<{ sheets: Worksheet[] }> {
  const bounds = { ...BOUNDS, ...asked };
  if (file.length > bounds.packed) throw new FileRefused('too_large');
  if (!file.subarray(0, 2).equals(Buffer.from('PK'))) throw new FileRefused('other_kind');
  const parts = await openZip(file, { entries: ENTRIES_MAX, part: bounds.unpacked, all: bounds.unpacked });
  const bookName = targetOf(await relationsOf(parts, ''), 'officeDocument') ?? 'xl/workbook.xml';
  const { sheets, isFrom1904 } = await readBook(parts, bookName);
  const relations = await relationsOf(parts, bookName);
  const sharedName = targetOf(relations, 'sharedStrings');
  let left = bounds.characters;
  const book: Book = {
    isFrom1904,
    shared: sharedName === undefined ? [] : await readSharedStrings(parts.pieces(sharedName), bounds.characters),
    formats: await formatsOf(parts, targetOf(relations, 'styles')),
    spend(characters) {
      left -= characters;
      if (left < 0) throw new FileRefused('too_large');
    },
  };
  const read: Worksheet[] = [];
  for (const { name, relation } of sheets) {
    const found = relations.get(relation);
    if (found?.type !== 'worksheet' || read.length >= bounds.sheets) continue;
    read.push({ name, ...(await readWorksheet(parts.pieces(found.target), book, bounds)) });
  }
  if (read.length === 0) throw new FileRefused('other_kind');
  return { sheets: read };
}
