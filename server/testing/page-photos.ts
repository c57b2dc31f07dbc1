import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';

const photos = new Map<string, Promise<Buffer>>();

/** A photo of a page: grey lines on paper. `seed` makes another picture. It is small: the server encodes each again. */
export function pagePhoto(seed = 1, size = { width: 600, height: 800 }): Promise<Buffer> {
  const key = `${seed} ${size.width} ${size.height}`;
  const made = photos.get(key) ?? drawPhoto(seed, size);
  photos.set(key, made);
  return made;
}

async function drawPhoto(seed: number, size: { width: number; height: number }): Promise<Buffer> {
  const rows = Array.from({ length: 20 }, (_, at) => {
    const width = 200 + ((at * 37 + seed * 53) % 600);
    return `<rect x="60" y="${60 + at * 50}" width="${width}" height="6" fill="#223"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 1200" preserveAspectRatio="none"
    width="${size.width}" height="${size.height}">
    <rect width="100%" height="100%" fill="#fbfaf5"/>${rows.join('')}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 90 }).toBuffer();
}

/** Noise, which no encoder makes small. */
export async function noisyPhoto(side: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 90 };
  return sharp({ create: { width: side, height: side, channels: 3, background: 'white', noise } })
    .png()
    .toBuffer();
}

/** A scanned PDF: each page is one picture that fills it. `null`: a page without a picture. */
export async function scannedPdf(pages: readonly (Buffer | null)[]): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  for (const picture of pages) {
    const page = pdf.addPage([595, 842]);
    if (picture) page.drawImage(await pdf.embedJpg(picture), { x: 0, y: 0, width: 595, height: 842 });
    else page.drawText('texto digitado', { x: 50, y: 700 });
  }
  return Buffer.from(await pdf.save());
}
