import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import tar from 'tar-stream';

/** The last entry. An archive without it is truncated, whatever its size. */
const CHECKSUMS = 'checksums.json';

export type Checksum = { bytes: number; sha256: string };

/** Writes a plain tar, so that an operator can inspect it with a shell. */
export function archiveWriter(out: Writable) {
  const pack = tar.pack();
  const checksums: Record<string, Checksum> = {};
  const written = pipeline(async function* () {
    yield* pack as AsyncIterable<Buffer>;
  }, out);
  // A full disk must fail the entry that is being written, not only the stream behind it.
  const broken = written.then(() => new Promise<never>(() => {}));
  broken.catch(() => undefined);

  /**
   * When the disk was full at the end of the previous entry, that error is reported, not its consequence in the tar.
   */
  const openEntry = async (header: Parameters<typeof pack.entry>[0]) => {
    try {
      return pack.entry(header);
    } catch (error) {
      if (pack.destroyed) await written;
      throw error;
    }
  };

  const add = async (name: string, size: number, source: AsyncIterable<Uint8Array>) => {
    const hash = createHash('sha256');
    let bytes = 0;
    const entry = await openEntry({ name, size, mode: 0o600, mtime: new Date(0) });
    const ended = new Promise<void>((resolve, reject) => {
      entry.once('finish', () => resolve());
      entry.once('error', reject);
    });
    for await (const chunk of source) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      if (!entry.write(chunk)) await Promise.race([drained(entry), broken]);
    }
    if (bytes !== size) throw new Error(`${name} has ${bytes} bytes instead of ${size}: it changed while it was read.`);
    entry.end(undefined);
    await Promise.race([ended, broken]);
    checksums[name] = { bytes, sha256: hash.digest('hex') };
  };

  const addBytes = (name: string, content: Uint8Array) =>
    add(
      name,
      content.byteLength,
      (async function* () {
        yield content;
      })(),
    );

  return {
    addBytes,
    addJson: (name: string, value: unknown) => addBytes(name, Buffer.from(`${JSON.stringify(value, null, 2)}\n`)),
    addStream: (name: string, size: number, stream: Readable) => add(name, size, stream),
    /** Writes the list of every entry with its hash, and values that the caller knows only at the end. */
    async finish(summary: object): Promise<void> {
      await addBytes(CHECKSUMS, Buffer.from(`${JSON.stringify({ ...summary, entries: checksums })}\n`));
      pack.finalize();
      await written;
    },
    async abandon(): Promise<void> {
      pack.destroy();
      await written.catch(() => undefined);
    },
  };
}

const drained = (entry: tar.Pack['entry'] extends (...args: never[]) => infer E ? E : never) =>
  new Promise<void>((resolve) => {
    entry.once('drain', () => resolve());
  });

export type ArchiveWriter = ReturnType<typeof archiveWriter>;

export type Entry = { name: string; content: AsyncIterable<Buffer> };

/** The entries in order. Each has to be read before the next. */
export async function* readArchive(path: string): AsyncGenerator<Entry> {
  const extract = tar.extract();
  const source = createReadStream(path, { highWaterMark: 1024 * 1024 });
  source.once('error', (error) => extract.destroy(error));
  source.pipe(extract);
  try {
    for await (const entry of extract) {
      yield { name: entry.header.name, content: entry as AsyncIterable<Buffer> };
      entry.resume();
    }
  } finally {
    source.destroy();
  }
}

export async function readAll(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Reads the archive once from end to end; returns its last entry, or throws what is wrong with it. */
export async function verifyArchive<Summary>(path: string): Promise<Summary> {
  const found: Record<string, Checksum> = {};
  let summary: (Summary & { entries: Record<string, Checksum> }) | undefined;
  for await (const { name, content } of readArchive(path)) {
    if (name === CHECKSUMS) {
      summary = JSON.parse((await readAll(content)).toString('utf8'));
      continue;
    }
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of content) {
      hash.update(chunk);
      bytes += chunk.byteLength;
    }
    found[name] = { bytes, sha256: hash.digest('hex') };
  }
  if (!summary) throw new Error('The archive is not whole: its list of checksums is missing.');
  for (const [name, expected] of Object.entries(summary.entries)) {
    const actual = found[name];
    if (actual?.sha256 !== expected.sha256)
      throw new Error(`The archive is damaged: ${name} does not have its checksum.`);
  }
  const extra = Object.keys(found).find((name) => !summary.entries[name]);
  if (extra) throw new Error(`The archive is damaged: nothing is said of ${extra}.`);
  return summary;
}
