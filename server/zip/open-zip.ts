import { type Entry, fromBufferPromise, openPromise } from 'yauzl';
import { FileRefused } from './refused.ts';

type Bounds = {
  entries: number;
  /** Limits of unpacked bytes: of one part, and of all parts that are read. */
  part: number;
  all: number;
};

export type ZipEntries = {
  /** A part as a stream; undefined when the file has none. */
  pieces(name: string): AsyncIterable<Buffer> | undefined;
  bytes(name: string): Promise<Buffer | undefined>;
  text(name: string): Promise<string | undefined>;
  close(): void;
};

const asRefusal = (error: unknown) => (error instanceof FileRefused ? error : new FileRefused('broken'));

/**
 * The parts of a zip (bytes, or the path of a file), unpacked on demand. Every unpacked byte is counted, whatever sizes
 * the file claims, so that a small file cannot become a large one. Names that leave the archive are refused.
 */
export async function openZip(file: Buffer | string, bounds: Bounds): Promise<ZipEntries> {
  const options = { lazyEntries: true, validateEntrySizes: true, autoClose: false };
  const opened = typeof file === 'string' ? openPromise(file, options) : fromBufferPromise(file, options);
  const zip = await opened.catch((error: unknown) => {
    throw asRefusal(error);
  });
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.size >= bounds.entries) throw new FileRefused('too_large');
      if (entry.isEncrypted()) throw new FileRefused('broken');
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    zip.close();
    throw asRefusal(error);
  }
  let unpacked = 0;
  async function* unpack(entry: Entry): AsyncGenerator<Buffer> {
    let size = 0;
    const stream = await zip.openReadStreamPromise(entry).catch((error: unknown) => {
      throw asRefusal(error);
    });
    try {
      for await (const piece of stream as AsyncIterable<Buffer>) {
        size += piece.length;
        unpacked += piece.length;
        if (size > bounds.part || unpacked > bounds.all) throw new FileRefused('too_large');
        yield piece;
      }
    } catch (error) {
      throw asRefusal(error);
    }
  }
  const pieces = (name: string) => {
    const entry = entries.get(name);
    return entry && unpack(entry);
  };
  const bytes = async (name: string) => {
    const found = pieces(name);
    if (!found) return undefined;
    const all: Buffer[] = [];
    for await (const piece of found) all.push(piece);
    return Buffer.concat(all);
  };
  return { pieces, bytes, text: async (name) => (await bytes(name))?.toString('utf8'), close: () => zip.close() };
}
