import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readPdf } from '../read-pdf.ts';
import { makeScan } from '../testing/make-scan.ts';
import { picturedPdf } from '../testing/pictured-pdf.ts';
import { rasterOf } from './page-raster.ts';
import { scanInWorker, shareFile, UnreadablePage } from './scan-in-worker.ts';

const words = [
  '1. Sobre a administração pública, assinale a correta.',
  'A) O servidor é estável após três anos.',
  'B) A licitação não é obrigatória.',
];

/** Each line takes the recogniser a second, and a page that is turned is read up to three times. */
const few = words.slice(1);

async function recognised(file: Uint8Array) {
  const page = await scanInWorker(shareFile(file), 1, 'ana');
  const { pages, lines: read } = await readPdf(file, { scanned: new Map([[1, page]]) });
  expect(pages).toMatchObject([{ isScanned: true, hasText: true }]);
  return read.map(({ text }) => text);
}

describe('text in pictures of pages', () => {
  test('is recognised in Portuguese, and read like any other', async () => {
    expect(await recognised(await makeScan([{ lines: words }]))).toEqual(words);
  });

  test.each([
    ['leans', { lean: 1.5 }],
    ['is turned by its page', { isTurned: true }],
    ['lies upside down', { lies: 180 }],
    ['lies on its left side', { lies: 270 }],
    ['lies on its right side', { lies: 90 }],
  ])('is recognised where it %s', async (_, how) => {
    expect(await recognised(await makeScan([{ lines: few, ...how }]))).toEqual(few);
  });

  test('is empty for a page without text', async () => {
    const file = await makeScan([{ lines: [] }]);
    expect(await scanInWorker(shareFile(file), 1, 'ana')).toEqual({ turn: 0, lines: [] });
    expect((await readPdf(file)).pages).toMatchObject([{ isScanned: true, hasText: false }]);
  });
});

describe('hostile pictures', () => {
  test('a file that breaks behind its first reading is a page that cannot be read', async () => {
    await expect(scanInWorker(shareFile(Buffer.from('%PDF-1.4 nothing')), 1, 'ana')).rejects.toThrow(UnreadablePage);
    expect(await scanInWorker(shareFile(await makeScan([{ lines: [] }])), 1, 'ana')).toEqual({ turn: 0, lines: [] });
  });

  test('a picture of half a billion pixels ends without a word, and others are served', async () => {
    const side = 24_000;
    const content = deflateSync(Buffer.alloc((side / 8) * side), { level: 9 });
    const file = picturedPdf({ width: side, height: side, filter: 'FlateDecode', content });
    await scanInWorker(shareFile(file), 1, 'eva').then(
      (page) => expect(page.lines).toEqual([]),
      (error) => expect(error).toBeInstanceOf(UnreadablePage),
    );
    expect(await recognised(await makeScan([{ lines: few }]))).toEqual(few);
  });

  test('a page of any size becomes a picture of bounded size', () => {
    for (const [width, height] of [
      [595, 842],
      [14_400, 14_400],
      [1, 14_400],
    ] as const) {
      const { pixels, scale } = rasterOf([], { width, height });
      expect(pixels.length).toBeLessThanOrEqual(10_000_000);
      expect(scale).toBeGreaterThan(0);
    }
  });

  test('a picture whose place has no area is not painted', () => {
    const image = { width: 10, height: 10, greyAt: () => 0, matrix: [0, 0, 0, 0, 5, 5] as const };
    expect(rasterOf([image], { width: 20, height: 20 }).pixels.every((grey) => grey === 255)).toBe(true);
  });
});
