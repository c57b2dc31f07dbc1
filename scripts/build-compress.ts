import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

export const brotli = (content: Buffer): Promise<Buffer> =>
  toBrotli(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });

/** Writes .br and .gz beside every text file, so that no request pays for compression. Pictures and fonts already are. */
export async function precompress(directory: string): Promise<void> {
  const work: Promise<void>[] = [];
  for await (const name of glob('**/*.{js,css,svg,json,txt,xml}', { cwd: directory }))
    work.push(compressFile(join(directory, name)));
  await Promise.all(work);
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  const [br, gz] = await Promise.all([brotli(content), toGzip(content, { level: 9 })]);
  // A "compressed" file that is larger than the original is useless.
  if (br.length < content.length) await writeFile(`${path}.br`, br);
  if (gz.length < content.length) await writeFile(`${path}.gz`, gz);
}
