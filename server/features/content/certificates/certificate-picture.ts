import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { type Line, writeLines } from '#server/pictures/lettering.ts';

const plainGround = new URL('./picture/ground.png', import.meta.url);

const paper = { r: 248, g: 245, b: 239 };
const soft = { r: 190, g: 200, b: 219 };

/**
 * The preview picture of a certificate, 1200 by 630: the common background, or that of a school with its own brand, with
 * name and course. Null when a letter has no rendered glyph.
 */
export async function renderCertificate(
  name: string,
  course: string,
  ground?: { picture: Buffer; soft: Line['colour'] },
): Promise<Buffer | null> {
  const written = await writeLines([
    { text: name, height: 92, top: 424, colour: paper },
    { text: course, height: 56, top: 528, colour: ground?.soft ?? soft },
  ]);
  if (!written) return null;
  return sharp(ground?.picture ?? (await readFile(plainGround)))
    .composite(written)
    .png({ palette: true, effort: 4 })
    .toBuffer();
}
