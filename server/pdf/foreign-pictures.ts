import type { Mark } from './glyphs.ts';
import { loadPicture, type PageObjects } from './pictures.ts';

/** Encodings that pdfjs leaves to WebAssembly modules, which `unpdf` does not bring. */
const ENCODINGS = ['/CCITTFaxDecode', '/CCF', '/JBIG2Decode', '/JPXDecode'];

/** Whether a file names such an encoding. The head of a picture is never packed. */
export function namesForeignEncoding(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return ENCODINGS.some((name) => file.includes(name, 0, 'latin1'));
}

/** Whether no picture of a page can be decoded. */
export async function hasOnlyForeignPictures(marks: readonly Mark[], objects: PageObjects): Promise<boolean> {
  for (const { image } of marks) {
    if (image !== undefined && (await loadPicture(image, objects))) return false;
  }
  return true;
}
