import { FileRefused } from '#server/zip/refused.ts';
import { type Format, isoCell, numberCell, storedText } from './cell-text.ts';
import { readEvents, type XmlEvents } from './xml-events.ts';

export type XlsxRow = {
  /** The row number of the spreadsheet, from 1. */
  line: number;
  /** Up to the last cell with content; '' for an empty cell. */
  cells: string[];
};

export type Book = {
  shared: readonly string[];
  formats: readonly Format[];
  isFrom1904: boolean;
  /** Counted over all worksheets: one shared string may be used in any number of cells. */
  spend(characters: number): void;
};

/** 'C5' is the third column. */
function columnOf(place: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d*$/i.exec(place ?? '')?.[1]?.toUpperCase();
  if (!letters) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function lineOf(place: string | undefined): number | undefined {
  const line = Number(place);
  return Number.isSafeInteger(line) && line > 0 ? line : undefined;
}

function cellText({ shared, formats, isFrom1904 }: Book, type: string, style: string, stored: string): string {
  switch (type) {
    case 's':
      return shared[Number(stored)] ?? '';
    case 'b':
      return stored.trim() === '1' ? 'VERDADEIRO' : 'FALSO';
    case 'd':
      return isoCell(stored);
    case 'n':
      return numberCell(stored, formats[Number(style)] ?? { kind: 'plain' }, isFrom1904);
    default:
      // Inline text, the stored result of a formula, or the name of an error.
      return storedText(stored);
  }
}

/** The rows of a worksheet with content. Formulas are never run: their stored result is used. */
export async function readWorksheet(
  pieces: AsyncIterable<Buffer> | undefined,
  book: Book,
  bounds: { rows: number; columns: number },
): Promise<{ rows: XlsxRow[]; isCut: boolean }> {
  const rows: XlsxRow[] = [];
  let isCut = false;
  let isFull = false;
  let line = 0;
  let cells: string[] = [];
  let column = -1;
  let cell = { type: 'n', style: '' };
  let stored: string[] = [];
  /** True inside a value element, outside phonetic text. */
  let isValue = false;
  let pronounced = 0;

  const endCell = () => {
    const text = stored.length === 0 ? '' : cellText(book, cell.type, cell.style, stored.join(''));
    if (text.trim() === '') return;
    if (column >= bounds.columns) {
      isCut = true;
      return;
    }
    book.spend(text.length);
    while (cells.length < column) cells.push('');
    cells[column] = text;
  };
  const endRow = () => {
    if (cells.length === 0 || isFull) return;
    isFull = rows.length >= bounds.rows;
    if (isFull) isCut = true;
    else rows.push({ line, cells });
  };
  const events: XmlEvents = {
    open(name, attributes) {
      if (name === 'row') {
        line = lineOf(attributes.r) ?? line + 1;
        cells = [];
        column = -1;
      } else if (name === 'c') {
        column = columnOf(attributes.r) ?? column + 1;
        cell = { type: attributes.t ?? 'n', style: attributes.s ?? '' };
        stored = [];
      } else if (name === 'rPh') pronounced += 1;
      else if (name === 'v' || name === 't') isValue = true;
    },
    close(name) {
      if (name === 'row') endRow();
      else if (name === 'c') endCell();
      else if (name === 'rPh') pronounced -= 1;
      else if (name === 'v' || name === 't') isValue = false;
    },
    text(text) {
      if (isValue && pronounced === 0) stored.push(text);
    },
    isDone: () => isFull,
  };
  await readEvents(pieces, events);
  return { rows, isCut };
}

/** The shared strings, which cells reference by index. */
export async function readSharedStrings(
  pieces: AsyncIterable<Buffer> | undefined,
  charactersMax: number,
): Promise<string[]> {
  const shared: string[] = [];
  let characters = 0;
  let text = '';
  let isText = false;
  let pronounced = 0;
  await readEvents(pieces, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 't') isText = true;
      else if (name === 'rPh') pronounced += 1;
    },
    close(name) {
      if (name === 'si') shared.push(storedText(text));
      else if (name === 't') isText = false;
      else if (name === 'rPh') pronounced -= 1;
    },
    text(piece) {
      if (!isText || pronounced > 0) return;
      text += piece;
      characters += piece.length;
      if (characters > charactersMax) throw new FileRefused('too_large');
    },
  });
  return shared;
}
