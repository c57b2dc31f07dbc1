import { degrees, PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib';

/** A text of a made page. `x` and `y` are points from the left upper corner to its baseline. */
export type Put = {
  text: string;
  x: number;
  y: number;
  size?: number;
  bold?: boolean;
  italic?: boolean;
  turned?: boolean;
  /** From 0 (black) to 1 (white). */
  grey?: number;
  underlined?: boolean;
};

export const PAGE = { width: 595, height: 842 };

/** One pixel, as a picture of any size on the page. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

type Rectangle = { x: number; y: number; w: number; h: number };

/** A shape: `path` as in SVG, from the left upper corner of the page. */
export type Shape = {
  path: string;
  fill?: [number, number, number];
  stroke?: [number, number, number];
  width?: number;
};

export type MadePage = {
  texts: readonly Put[];
  pictures?: readonly Rectangle[];
  /** Filled rectangles: rules, bars of a chart. */
  rules?: readonly Rectangle[];
  shapes?: readonly Shape[];
};

/** A PDF whose texts lie where a test puts them. */
export async function makePdf(pages: readonly MadePage[], password?: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const fonts = {
    plain: await pdf.embedFont(StandardFonts.TimesRoman),
    bold: await pdf.embedFont(StandardFonts.TimesRomanBold),
    italic: await pdf.embedFont(StandardFonts.TimesRomanItalic),
  };
  for (const { texts, pictures = [], rules = [], shapes = [] } of pages) {
    const page = pdf.addPage([PAGE.width, PAGE.height]);
    for (const { x, y, w, h } of rules) page.drawRectangle({ x, y: PAGE.height - y - h, width: w, height: h });
    for (const { path, fill, stroke, width } of shapes) {
      page.drawSvgPath(path, {
        ...{ x: 0, y: PAGE.height },
        ...(fill && { color: rgb(...fill) }),
        ...(stroke && { borderColor: rgb(...stroke), borderWidth: width ?? 1 }),
      });
    }
    for (const put of texts) write(page, put, put.bold ? fonts.bold : put.italic ? fonts.italic : fonts.plain);
    if (pictures.length === 0) continue;
    const picture = await pdf.embedPng(PIXEL);
    for (const { x, y, w, h } of pictures) page.drawImage(picture, { x, y: PAGE.height - y - h, width: w, height: h });
  }
  if (password !== undefined) pdf.encrypt({ userPassword: password });
  return pdf.save();
}

function write(page: PDFPage, put: Put, font: PDFFont): void {
  const { text, x, y, size = 10, turned = false, grey = 0, underlined = false } = put;
  const at = { x, y: PAGE.height - y };
  page.drawText(text, { ...at, size, font, color: rgb(grey, grey, grey), rotate: degrees(turned ? 45 : 0) });
  if (underlined) {
    const end = { x: x + font.widthOfTextAtSize(text, size), y: at.y - 1.5 };
    page.drawLine({ start: { x, y: at.y - 1.5 }, end, thickness: 0.6 });
  }
}

/** Lines of one column, one under the other. A line that begins with '>' hangs under the label of its option. */
export function column(
  lines: readonly string[],
  from: { x?: number; y?: number; size?: number; hanging?: number } = {},
): Put[] {
  const { x = 40, y = 60, size = 10, hanging = 16 } = from;
  let at = y - 12;
  return lines.flatMap((line): Put[] => {
    at += line === '' ? 10 : 12;
    if (line === '') return [];
    const isHanging = line.startsWith('>');
    const isBold = line.startsWith('#');
    return [{ text: line.replace(/^[>#]/, ''), x: isHanging ? x + hanging : x, y: at, size, bold: isBold }];
  });
}
