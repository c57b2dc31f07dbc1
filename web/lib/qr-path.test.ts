import jsqr from 'jsqr';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { qrPath } from './qr-path.ts';

// Node hands out the module's object, bundlers its default.
const jsQR = ('default' in jsqr ? jsqr.default : jsqr) as typeof jsqr.default;

async function scan(text: string): Promise<string | undefined> {
  const { size, path } = qrPath(text);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 4}" height="${size * 4}"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#0f1c36"/></svg>`;
  const { data, info } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

describe('the QR code', () => {
  it.each([
    '00020126420014br.gov.bcb.pix0120pix@alvorada.example5204000053039865406297.005802BR5915ALVORADA CURSOS6009SAO PAULO622005167KQ2M0XRW94TB3HN63042E5A',
    'x',
    'a'.repeat(512),
  ])('is read again as it was written', async (text) => {
    expect(await scan(text)).toBe(text);
  });
});
