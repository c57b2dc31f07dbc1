import { placedImages } from './scan/page-images.ts';

/** Whether a file has pictures. The head of a picture is never packed. */
export function namesPictures(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('/Image', 0, 'latin1');
}

/** Whether no picture of a page could be decoded: there is none, or it is broken, or too large. */
export const lacksPictures = async (...page: Parameters<typeof placedImages>): Promise<boolean> =>
  (await placedImages(...page)).length === 0;
