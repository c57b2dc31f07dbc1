import { PDF_MAX_PAGES } from '#contract/limits.ts';
import { cleanGlyphs, isSpace } from './clean-glyphs.ts';
import { findGutter, type Gutter, shareGutters, splitColumns } from './columns.ts';
import { collectContent, type Font, type Glyph, type Mark } from './glyphs.ts';
import { type Line, linesOf } from './lines.ts';
import { type Box, toMatrix } from './matrix.ts';
import { noteStrokes, paintPart } from './paint-parts.ts';
import { openDocument, pdfjs } from './pdfjs.ts';
import { cutPictures, type PdfPicture, PICTURES_MAX } from './pictures.ts';
import { PdfRefused } from './refused.ts';
import { type RunningLine, splitRunningLines } from './running-lines.ts';
import { glyphsOf, type ScannedPages } from './scan/scanned-lines.ts';
import { lacksPictures, namesPictures } from './undecoded-pictures.ts';

/** Pixels of one picture. Larger ones are left out before they are decoded. A sheet of A3 at 600 dpi has 70 million. */
const PICTURE_PIXELS_MAX = 100_000_000;
/** An exam page has some 5,000 characters. */
const GLYPHS_MAX = 1_000_000;

export type PdfPage = {
  width: number;
  height: number;
  /** Pictures and drawings; rules of tables and underlines too. */
  marks: Mark[];
  gutter: Gutter | null;
  isScanned: boolean;
  /** There is text on it: its own, or what was recognised in a picture of it. */
  hasText: boolean;
  /** Characters whose font does not say what they are. */
  unmapped: number;
};

export type PdfText = {
  pages: PdfPage[];
  /** In reading order, without the lines that pages repeat. */
  lines: Line[];
  /** The rows of each page over its full width, for tables. */
  rows: Line[];
  running: RunningLine[];
  /** Cut out only where they were asked for. */
  pictures: PdfPicture[];
};

export type ReadingOptions = {
  withPictures?: boolean;
  /** The text of pages that are pictures, as it was recognised. */
  scanned?: ScannedPages;
};

/** A drawing of a page: the box by which it is known, and the part of the page to paint for it. */
export type Drawn = { page: number; box: Box; crop: Box };

/**
 * Reads the text of a PDF from the places of its characters. Runs in a worker: a file may take seconds. `drawingsOf`
 * finds the drawings that are painted as pictures.
 */
export async function readPdf(
  bytes: Uint8Array,
  options: ReadingOptions = {},
  drawingsOf: (text: PdfText) => Drawn[] = () => [],
): Promise<PdfText> {
  const { withPictures = false, scanned } = options;
  const pdf = await openPdf(bytes);
  let isUnreadable = scanned === undefined && namesPictures(bytes);
  try {
    if (pdf.numPages > PDF_MAX_PAGES) throw new PdfRefused('too_many_pages');
    const names = await operatorNames();
    const read: (PdfPage & { glyphs: Glyph[] })[] = [];
    const pictures: PdfPicture[] = [];
    let total = 0;
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number);
      const view = page.getViewport({ scale: 1 });
      const operators = await page.getOperatorList();
      const content = collectContent(
        operators,
        names,
        { transform: toMatrix(view.transform), width: view.width, height: view.height },
        (id) => fontOf(page.commonObjs.has(id) ? page.commonObjs.get(id) : null),
      );
      total += content.glyphs.length;
      if (total > GLYPHS_MAX) throw new PdfRefused('too_large');
      const { isScanned, ...clean } = cleanGlyphs(content);
      const recognised = isScanned ? scanned?.get(number) : undefined;
      const { glyphs, unmapped } = recognised ? { glyphs: glyphsOf(recognised.lines), unmapped: 0 } : clean;
      const liesOnSide = recognised !== undefined && recognised.turn % 2 === 1;
      const width = liesOnSide ? view.height : view.width;
      const height = liesOnSide ? view.width : view.height;
      read.push({
        width,
        height,
        // The marks of a page that is a picture are strips of that picture.
        marks: recognised ? [] : content.marks,
        glyphs,
        gutter: findGutter(glyphs, width),
        isScanned,
        hasText: glyphs.some((glyph) => !isSpace(glyph)),
        unmapped,
      });
      if (withPictures && !isScanned && pictures.length < PICTURES_MAX) {
        const objects = { common: page.commonObjs, own: page.objs };
        pictures.push(...(await cutPictures(content.marks, view, objects, number)));
      }
      const sources = { common: page.commonObjs, own: page.objs };
      isUnreadable &&=
        !read.at(-1)?.hasText && (await lacksPictures(operators, names, toMatrix(view.transform), sources));
      page.cleanup();
    }
    if (isUnreadable && read.length > 0) throw new PdfRefused('undecoded_pictures');
    const gutters = shareGutters(read);
    const pages = read.map(({ glyphs: _, ...page }, at): PdfPage => ({ ...page, gutter: gutters[at] ?? null }));
    const lines = read.flatMap(({ glyphs, marks }, at) => columnLines(glyphs, marks, gutters[at] ?? null, at + 1));
    const rows = read.flatMap(({ glyphs, marks }, at) => linesOf(glyphs, marks, at + 1, 0));
    const { body, running } = splitRunningLines(lines, rows, pages);
    const text = { pages, lines: body, rows, running, pictures: pictures.slice(0, PICTURES_MAX) };
    if (withPictures) {
      const free = PICTURES_MAX - text.pictures.length;
      text.pictures.push(...(await paintDrawings(pdf, names, drawingsOf(text).slice(0, free))));
    }
    return text;
  } finally {
    await pdf.loadingTask.destroy();
  }
}

/** A part of the minute that a file may take. Drawings that are not painted by then stay doubts of their questions. */
const PAINTING_MS = 20_000;

async function paintDrawings(
  pdf: Awaited<ReturnType<typeof openPdf>>,
  names: ReadonlyMap<number, string>,
  drawings: readonly Drawn[],
): Promise<PdfPicture[]> {
  const painted: PdfPicture[] = [];
  const until = performance.now() + PAINTING_MS;
  for (const [number, own] of Map.groupBy(drawings, ({ page }) => page)) {
    const page = await pdf.getPage(number);
    const { transform, width, height } = page.getViewport({ scale: 1 });
    const { painter, strokes } = noteStrokes(
      own.map(({ crop }) => crop),
      page.commonObjs,
    );
    collectContent(
      await page.getOperatorList(),
      names,
      { transform: toMatrix(transform), width, height },
      (id) => fontOf(page.commonObjs.has(id) ? page.commonObjs.get(id) : null),
      painter,
    );
    for (const { box, crop } of own) {
      if (performance.now() > until) break;
      const png = await paintPart(crop, strokes, { common: page.commonObjs, own: page.objs });
      if (png) painted.push({ page: number, box, png });
    }
    page.cleanup();
  }
  return painted;
}

/** The names of the operators of a page by their codes. */
export async function operatorNames(): Promise<ReadonlyMap<number, string>> {
  const { OPS } = await pdfjs();
  return new Map(Object.entries(OPS).map(([name, code]) => [code as number, name]));
}

const columnLines = (glyphs: readonly Glyph[], marks: readonly Mark[], gutter: Gutter | null, page: number) =>
  splitColumns(glyphs, gutter).flatMap((group, column) => linesOf(group, marks, page, column));

/** Opens a file, or says why not. */
export async function openPdf(bytes: Uint8Array, options: { maxImageSize?: number } = {}) {
  try {
    // A copy: pdfjs takes no Buffer, and takes the memory of what it is given.
    return await openDocument(new Uint8Array(bytes), {
      verbosity: 0,
      maxImageSize: PICTURE_PIXELS_MAX,
      fontExtraProperties: true,
      enableXfa: false,
      ...options,
    });
  } catch (error) {
    throw new PdfRefused(/password/i.test((error as Error).name) ? 'encrypted' : 'broken');
  }
}

const fonts = new WeakMap<object, Font>();

function fontOf(loaded: unknown): Font | null {
  if (typeof loaded !== 'object' || loaded === null) return null;
  const known = fonts.get(loaded);
  if (known) return known;
  const {
    name = '',
    fontMatrix,
    bold,
    black,
    italic,
    vertical,
  } = loaded as {
    name?: string;
    fontMatrix?: number[];
    bold?: boolean;
    black?: boolean;
    italic?: boolean;
    vertical?: boolean;
  };
  const font: Font = {
    name,
    matrixScale: fontMatrix?.[0] ?? 0.001,
    isBold: bold === true || black === true || /bold|negrito|black|heavy|,b|-b(?:d|i)?$/i.test(name),
    isItalic: italic === true || /italic|oblique|it[aá]lico|-i$|-it$/i.test(name),
    isVertical: vertical === true,
  };
  fonts.set(loaded, font);
  return font;
}
