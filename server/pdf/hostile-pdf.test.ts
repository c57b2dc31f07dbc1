import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readPdfInWorker } from './read-pdf-in-worker.ts';
import type { digest } from './testing/lines.digest.ts';
import { column, makePdf } from './testing/make-pdf.ts';

const read = (file: Buffer, person = 'one') =>
  readPdfInWorker<typeof digest>(file, person, new URL('./testing/lines.digest.ts', import.meta.url));

type Entry = string | { dictionary: string; content: Buffer };

/** A file of these objects, the first of which is the catalogue. */
function rawPdf(objects: readonly Entry[]): Buffer {
  const chunks: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = chunks[0]?.length ?? 0;
  const add = (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
  };
  for (const [at, object] of objects.entries()) {
    offsets.push(length);
    add(Buffer.from(`${at + 1} 0 obj\n`));
    if (typeof object === 'string') add(Buffer.from(object));
    else {
      add(Buffer.from(`<< ${object.dictionary} /Length ${object.content.length} >>\nstream\n`));
      add(object.content);
      add(Buffer.from('\nendstream'));
    }
    add(Buffer.from('\nendobj\n'));
  }
  const start = length;
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  add(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`,
    ),
  );
  return Buffer.concat(chunks);
}

const page = (contents: string, resources = '') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${contents} /Resources << /Font << /F1 5 0 R >> ${resources} >> >>`;
const catalogue = '<< /Type /Catalog /Pages 2 0 R >>';
const pages = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

const onePage = (content: Buffer, dictionary = '', resources = '', more: readonly Entry[] = []) =>
  rawPdf([catalogue, pages, page('4 0 R', resources), { dictionary, content }, font, ...more]);

/** Reads a harmless file behind a hostile one: the worker goes on for others. */
async function expectOthersServed() {
  const { lines } = await read(Buffer.from(await makePdf([{ texts: column(['outra pessoa']) }])), 'other');
  expect(lines).toEqual(['outra pessoa']);
}

const WORDS = /[a-zçãõéíú]{3,}.*\./i;

describe('hostile files are refused in words or read, and others are served', () => {
  test('a page with more than a million characters is refused', async () => {
    const content = Buffer.from(`BT /F1 1 Tf 10 10 Td (${'a'.repeat(1_100_000)}) Tj ET`);
    const file = onePage(deflateSync(content), '/Filter /FlateDecode');
    await expect(read(file)).rejects.toMatchObject({ message: expect.stringMatching(WORDS) });
    await expectOthersServed();
  });

  test('a stream that unpacks to more than a hundred megabytes is refused or read within the bounds of the worker', async () => {
    const inner = deflateSync(Buffer.alloc(120 * 1024 * 1024, 32));
    const file = onePage(deflateSync(inner), '/Filter [/FlateDecode /FlateDecode]');
    expect(file.length).toBeLessThan(100_000);
    const outcome = await read(file).then(
      ({ lines }) => lines.length,
      (error: Error) => error.message,
    );
    expect(outcome === 0 || WORDS.test(String(outcome)), String(outcome)).toBe(true);
    await expectOthersServed();
  });

  test('a form that paints itself is left', async () => {
    const form = {
      dictionary: '/Type /XObject /Subtype /Form /BBox [0 0 100 100] /Resources << /XObject << /X1 6 0 R >> >>',
      content: Buffer.from('/X1 Do'),
    };
    const file = onePage(Buffer.from('BT /F1 10 Tf 40 700 Td (antes) Tj ET /X1 Do'), '', '/XObject << /X1 6 0 R >>', [
      form,
    ]);
    const outcome = await read(file).then(
      ({ lines }) => lines[0],
      (error: Error) => error.message,
    );
    expect(outcome === 'antes' || WORDS.test(String(outcome)), String(outcome)).toBe(true);
    await expectOthersServed();
  });

  test('a tree of pages that contains itself is refused', async () => {
    const file = rawPdf([catalogue, '<< /Type /Pages /Kids [2 0 R] /Count 1 >>', page('4 0 R'), font, font]);
    await expect(read(file)).rejects.toMatchObject({ message: expect.stringMatching(WORDS) });
    await expectOthersServed();
  });

  test('a count of pages that is a lie gives the pages that there are', async () => {
    const file = rawPdf([catalogue, '<< /Type /Pages /Kids [3 0 R] /Count 2000000000 >>', page('4 0 R'), font, font]);
    expect((await read(file)).pages).toBe(1);
    await expectOthersServed();
  });

  test('a file that is cut off is read as far as it goes, or refused', async () => {
    const whole = Buffer.from(await makePdf([{ texts: column(['uma linha']) }]));
    const outcome = await read(whole.subarray(0, Math.floor(whole.length * 0.6))).then(
      ({ lines }) => lines.length,
      (error: Error) => error.message,
    );
    expect(typeof outcome === 'number' || WORDS.test(outcome), String(outcome)).toBe(true);
    await expectOthersServed();
  });
});
