import { degrees, EncryptedPDFError, PDFDocument, type PDFFont, rgb, StandardFonts } from '@cantoo/pdf-lib';

export type WatermarkOutcome = { pdf: Uint8Array } | { refused: 'encrypted' | 'broken' };

const GREY = rgb(0.45, 0.45, 0.45);

/** Every page says whose copy it is: across, faintly, and in a line at its foot. */
export async function watermarkPdf(source: Uint8Array, mark: string): Promise<WatermarkOutcome> {
  let pdf: PDFDocument;
  try {
    pdf = await PDFDocument.load(source, { updateMetadata: false });
    if (pdf.isEncrypted) return { refused: 'encrypted' };
    if (pdf.getPageCount() === 0) return { refused: 'broken' };
  } catch (error) {
    const isLocked = error instanceof EncryptedPDFError || /encrypt|password/i.test(String(error));
    return { refused: isLocked ? 'encrypted' : 'broken' };
  }
  try {
    const font = await pdf.embedFont(StandardFonts.Helvetica);
    const text = writable(mark, font);
    for (const page of pdf.getPages()) {
      const { x, y, width, height } = page.getCropBox();
      const diagonal = Math.hypot(width, height);
      const size = Math.min(48, (0.7 * diagonal) / Math.max(1, font.widthOfTextAtSize(text, 1)));
      const angle = Math.atan2(height, width);
      const length = font.widthOfTextAtSize(text, size);
      page.drawText(text, {
        x: x + width / 2 - (Math.cos(angle) * length) / 2,
        y: y + height / 2 - (Math.sin(angle) * length) / 2,
        size,
        font,
        color: GREY,
        opacity: 0.16,
        rotate: degrees((angle * 180) / Math.PI),
      });
      page.drawText(text, { x: x + 24, y: y + 12, size: 8, font, color: GREY });
    }
    return { pdf: await pdf.save() };
  } catch {
    // Broken page references only fail when the page is written to.
    return { refused: 'broken' };
  }
}

/** The font of every PDF reader knows Western letters only: others lose their signs, or become a question mark. */
function writable(text: string, font: PDFFont): string {
  // What it does not know it writes as a question mark.
  const unknown = font.encodeText('?').asString();
  const known = (letter: string) => font.encodeText(letter).asString() !== unknown;
  return [...text.normalize('NFC')]
    .map((letter) => [letter, letter.normalize('NFD').slice(0, 1)].find(known) ?? '?')
    .join('');
}
