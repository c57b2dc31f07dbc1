import { Readable, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import yazl from 'yazl';

type EntryOptions = {
  /** False for files that are compressed already. */
  compress?: boolean;
  /** Known before it is read. */
  size?: number;
  /** The entry may pass 4 GB, and its size is not known. */
  mayBeHuge?: boolean;
};

/** Writes a zip entry by entry: the next begins when the one before was taken, so memory holds a few chunks. */
export function zipWriter(out: Writable, mtime: Date) {
  const zip = new yazl.ZipFile();
  const packed = zip.outputStream as Readable;
  zip.on('error', (error: Error) => packed.destroy(error));
  const written = pipeline(packed, out);
  // A full disk must fail the entry that is being written, not only the stream behind it.
  const broken = written.then(() => new Promise<never>(() => {}));
  broken.catch(() => undefined);

  async function add(name: string, source: AsyncIterable<Uint8Array>, options: EntryOptions = {}): Promise<void> {
    const stream = Readable.from(source, { objectMode: false });
    const { compress = true, size, mayBeHuge = false } = options;
    zip.addReadStream(stream, name, {
      ...{ mtime, compress, forceZip64Format: mayBeHuge, mode: 0o100600 },
      ...(size === undefined ? {} : { size }),
    });
    await Promise.race([finished(stream), broken]);
  }

  return {
    add,
    addText: (name: string, text: string) =>
      add(
        name,
        (async function* () {
          yield Buffer.from(text);
        })(),
      ),
    async finish(): Promise<void> {
      zip.end();
      await written;
    },
    async abandon(reason: unknown): Promise<void> {
      packed.destroy(reason instanceof Error ? reason : new Error('The archive was abandoned.'));
      await written.catch(() => undefined);
    },
  };
}

export type ZipWriter = ReturnType<typeof zipWriter>;
