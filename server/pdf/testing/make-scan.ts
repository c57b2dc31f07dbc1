import { degrees, PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { PICTURE_WIDTH, writeLines } from '#server/pictures/lettering.ts';
import { PAGE } from './make-pdf.ts';

const [TOP, LEFT, LINE, GAP] = [100, 90, 40, 6];
const POINTS = PAGE.width / PICTURE_WIDTH;

type Scan = {
  /** Lines of one page, one under the other; an empty one is a gap. */
  lines: readonly string[];
  /** Degrees by which the sheet leans on the scanner. */
  lean?: number;
  /** The picture is stored lying, and the page turns it. */
  isTurned?: boolean;
  /** Degrees by which the whole sheet was turned on the scanner, and nothing says so. */
  lies?: number;
};

/** A PDF whose pages are pictures of text. */
export async function makeScan(pages: readonly Scan[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (const { lines, lean = 0, isTurned = false, lies = 0 } of pages) {
    const upright = await sheetOf(lines, lean);
    const sheet = lies === 0 ? upright : await sharp(upright).rotate(lies).jpeg().toBuffer();
    const picture = await pdf.embedJpg(isTurned ? await sharp(sheet).rotate(90).jpeg().toBuffer() : sheet);
    const own = { width: PAGE.width, height: heightOf(lines) * POINTS };
    const size = isTurned !== (lies % 180 === 90) ? { width: own.height, height: own.width } : own;
    const page = pdf.addPage([size.width, size.height]);
    page.drawImage(picture, { x: 0, y: 0, ...size });
    if (isTurned) page.setRotation(degrees(270));
  }
  return pdf.save();
}

/** The page is as long as its lines: a short one is recognised sooner. */
const heightOf = (lines: readonly string[]) => 2 * TOP + lines.length * (LINE + GAP);

/** The sheet as a scanner sees it: grey paper, soft edges. */
async function sheetOf(lines: readonly string[], lean: number): Promise<Buffer> {
  const colour = { r: 30, g: 30, b: 30 };
  const top = (at: number) => TOP + at * (LINE + GAP);
  const height = heightOf(lines);
  const shown = lines
    .map((text, at) => ({ text, height: LINE, top: top(at), colour }))
    .filter(({ text }) => text !== '');
  const layers = (await writeLines(shown)) ?? [];
  const paper = { r: 244, g: 243, b: 238 };
  const sheet = await sharp({ create: { width: PICTURE_WIDTH, height, channels: 3, background: paper } })
    .composite(layers.map((layer) => ({ ...layer, left: LEFT })))
    .png()
    .toBuffer();
  const leaning = await sharp(sheet).rotate(lean, { background: paper }).toBuffer();
  return sharp(leaning).resize(PICTURE_WIDTH, height, { fit: 'cover' }).jpeg({ quality: 80 }).toBuffer();
}
