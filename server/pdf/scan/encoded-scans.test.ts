import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { readPdf } from '../read-pdf.ts';
import { readPdfInWorker } from '../read-pdf-in-worker.ts';
import { readScansInWorker } from '../read-scans-in-worker.ts';
import type { digest } from '../testing/lines.digest.ts';
import { type Picture, picturedPdf, SCANNED_LINES, scanEncodings, scanIn } from '../testing/pictured-pdf.ts';
import { boundMemory } from '../wasm-memory.ts';
import { scanInWorker, shareFile } from './scan-in-worker.ts';

const read = (file: Buffer, person = 'one') =>
  readPdfInWorker<typeof digest>(file, person, new URL('../testing/lines.digest.ts', import.meta.url));

async function recognised(file: Buffer) {
  const page = await scanInWorker(shareFile(file), 1, 'ana');
  const { lines } = await readPdf(file, { scanned: new Map([[1, page]]) });
  return lines.map(({ text }) => text);
}

/** The share of dark pixels in what a reader of scanned sheets gets. */
async function inkOf(file: Buffer): Promise<number> {
  const [png] = await readScansInWorker(file, 'one', 3);
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  return data.reduce((count, grey) => (grey < 128 ? count + 1 : count), 0) / (info.width * info.height);
}

describe('scans of the encodings that office scanners write', () => {
  test.each(scanEncodings)('a page in %s is offered for recognition and recognised', async (encoding) => {
    const file = picturedPdf(await scanIn(encoding));
    expect(await read(file)).toMatchObject({ pages: 1, lines: [] });
    const lines = await recognised(file);
    expect(lines).toHaveLength(3);
    expect(lines.slice(1)).toEqual(SCANNED_LINES.slice(1));
    expect(await inkOf(file)).toBeGreaterThan(0.005);
    expect(await inkOf(file)).toBeLessThan(0.05);
  });

  test('a mask through which ink is painted is black on white', async () => {
    const file = picturedPdf({ ...(await scanIn('CCITT G4')), isMask: true });
    expect(await read(file)).toMatchObject({ lines: [] });
    expect((await recognised(file)).slice(1)).toEqual(SCANNED_LINES.slice(1));
    expect(await inkOf(file)).toBeLessThan(0.05);
  });

  test('a page of two masks is the larger one, not the black stamp that is painted before it', async () => {
    const side = 64;
    const ink = deflateSync(Buffer.alloc((side / 8) * side));
    const stamp = { width: side, height: side, filter: 'FlateDecode', isMask: true, content: ink };
    const file = picturedPdf({ ...(await scanIn('CCITT G4')), isMask: true }, { stamp });
    expect(await inkOf(file)).toBeGreaterThan(0.005);
    expect(await inkOf(file)).toBeLessThan(0.05);
  });
});

test('the memory of a decoder is bounded before it runs', async () => {
  const instantiate = vi.spyOn(WebAssembly, 'instantiate');
  await readPdf(picturedPdf(await scanIn('JBIG2')));
  const [module] = instantiate.mock.calls[0] ?? [];
  instantiate.mockRestore();
  // The bound is already there: a higher one changes nothing.
  const given = new Uint8Array(module as unknown as Uint8Array);
  expect(boundMemory(given, 32_768)).toEqual(given);
  expect(boundMemory(given, 8_193)).toEqual(given);
});

/** Reads a good file behind a hostile one: the worker goes on for others. */
async function expectOthersServed() {
  expect(await read(picturedPdf(await scanIn('JBIG2')), 'other')).toMatchObject({ pages: 1 });
}

async function expectRefused(picture: Picture) {
  const file = picturedPdf(picture);
  await expect(read(file)).rejects.toThrow(/imagens danificadas ou grandes demais|complicado demais/);
  await expect(readScansInWorker(file, 'one', 3)).rejects.toThrow(/danificadas ou grandes demais|complicado demais/);
  await expectOthersServed();
}

const number = (value: number, bytes: number) => {
  const made = Buffer.alloc(bytes);
  made.writeUIntBE(value, 0, bytes);
  return made;
};

/** A segment of JBIG2: its number, its kind, the segments that it refers to, and its content. */
const segment = (at: number, kind: number, refers: readonly number[], content: Buffer) =>
  Buffer.concat([
    number(at, 4),
    Buffer.from([kind, refers.length << 5, ...refers, 1]),
    number(content.length, 4),
    content,
  ]);
const pageOf = (width: number, height: number) =>
  segment(0, 48, [], Buffer.concat([number(width, 4), number(height, 4), Buffer.alloc(11)]));
const regionOf = (width: number, height: number) =>
  Buffer.concat([number(width, 4), number(height, 4), Buffer.alloc(9)]);

const jbig2 = (...segments: Buffer[]): Picture => ({
  width: 2480,
  height: 700,
  filter: 'JBIG2Decode',
  content: Buffer.concat([pageOf(2480, 700), ...segments]),
});

describe('hostile pictures are refused in words, and others are served', () => {
  test.each(scanEncodings)('a picture in %s that says 60,000 times 60,000', async (encoding) => {
    await expectRefused({ ...(await scanIn(encoding)), width: 60_000, height: 60_000, more: '' });
  });

  test('a JPEG 2000 whose stream says 60,000 times 60,000, and whose file says less', async () => {
    const picture = await scanIn('JPEG 2000');
    const content = Buffer.from(picture.content);
    const size = content.indexOf(Buffer.from([0xff, 0x51]));
    for (const at of [size + 6, size + 10, size + 22, size + 26]) content.writeUInt32BE(60_000, at);
    const box = content.indexOf('ihdr');
    for (const at of [box + 4, box + 8]) content.writeUInt32BE(60_000, at);
    await expectRefused({ ...picture, content });
  });

  test.each(scanEncodings)('a stream in %s that is cut off is read as far as it goes, or refused', async (encoding) => {
    const picture = await scanIn(encoding);
    const file = picturedPdf({ ...picture, content: picture.content.subarray(0, picture.content.length * 0.4) });
    const outcome = await read(file).then(
      ({ pages }) => String(pages),
      (error: Error) => error.message,
    );
    expect(outcome).toMatch(/^1$|danificadas ou grandes demais/);
    await expectOthersServed();
  });

  test.each(scanEncodings)('bytes without meaning in %s', async (encoding) => {
    const picture = await scanIn(encoding);
    const file = picturedPdf({ ...picture, content: Buffer.alloc(2000, 0x55) });
    const outcome = await read(file).then(
      ({ pages }) => String(pages),
      (error: Error) => error.message,
    );
    expect(outcome).toMatch(/^1$|danificadas ou grandes demais/);
    await expectOthersServed();
  });

  test('segments of JBIG2 that refer to each other in a loop', async () => {
    const text = Buffer.concat([regionOf(100, 100), Buffer.alloc(12, 1)]);
    await expectRefused(jbig2(segment(1, 6, [2], text), segment(2, 6, [1], text)));
    await expectRefused(jbig2(segment(1, 6, [1], text)));
  });

  test('a dictionary of JBIG2 with four thousand million symbols', async () => {
    const head = Buffer.concat([Buffer.alloc(10), number(0xffff_ffff, 4), number(0xffff_ffff, 4), Buffer.alloc(40)]);
    await expectRefused(jbig2(segment(1, 0, [], head)));
  });

  test('a region of JBIG2 that is larger than its page by far', async () => {
    const region = Buffer.concat([regionOf(65_000, 65_000), Buffer.from([0]), Buffer.alloc(60)]);
    const outcome = await read(picturedPdf(jbig2(segment(1, 38, [], region)))).then(
      ({ pages }) => String(pages),
      (error: Error) => error.message,
    );
    expect(outcome).toMatch(/^1$|danificadas ou grandes demais|complicado demais/);
    await expectOthersServed();
  });
});
