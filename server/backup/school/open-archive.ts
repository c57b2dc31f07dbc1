import { crc32 } from 'node:zlib';
import { type Entry, openPromise } from 'yauzl';
import { MANIFEST, type Manifest, manifest } from './manifest.ts';

/** The archive cannot be what an export has written. */
export class ArchiveRefused extends Error {}

/** A zip of text shrinks to a tenth. What unpacks to more than this times its size was made to fill a disk. */
const LARGEST_RATIO = 200;
const SMALL_BYTES = 10 * 1024 * 1024;
const MANIFEST_BYTES = 64 * 1024 * 1024;

export type ArchiveEntry = { name: string; content: () => AsyncGenerator<Buffer> };
export type SchoolArchive = {
  manifest: Manifest;
  /** One walk over all entries, in their order in the file. */
  entries(): AsyncGenerator<ArchiveEntry>;
};

const asRefusal = (error: unknown) =>
  error instanceof ArchiveRefused
    ? error
    : new ArchiveRefused(`This is no archive of a school, or it is damaged: ${(error as Error).message}`);

/** Names as an export writes them. Nothing else is read, so no name leads out of the archive. */
const isName = (name: string) => name.split('/').every((segment) => /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(segment));

async function openZip(path: string) {
  return openPromise(path, {
    lazyEntries: true,
    validateEntrySizes: true,
    strictFileNames: true,
    autoClose: false,
  }).catch((error: unknown) => {
    throw asRefusal(error);
  });
}
type Zip = Awaited<ReturnType<typeof openZip>>;

/** The bytes of an entry. Every unpacked byte is counted and checked, whatever the entry claims. */
async function* unpack(zip: Zip, entry: Entry, most: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  let sum = 0;
  try {
    const stream = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.byteLength;
      if (bytes > most) throw new ArchiveRefused(`${entry.fileName} unpacks to more than an export writes.`);
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    throw asRefusal(error);
  }
  if (sum !== entry.crc32) throw new ArchiveRefused(`${entry.fileName} is damaged: its checksum is another.`);
}

const mostOf = ({ compressedSize }: Entry) => SMALL_BYTES + compressedSize * LARGEST_RATIO;

async function* eachEntry(path: string): AsyncGenerator<{ zip: Zip; entry: Entry }> {
  const zip = await openZip(path);
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw new ArchiveRefused('The archive is encrypted. Decrypt it first.');
      if (!isName(entry.fileName)) throw new ArchiveRefused('The archive has a name that no export writes.');
      yield { zip, entry };
    }
  } catch (error) {
    throw asRefusal(error);
  } finally {
    zip.close();
  }
}

/** Opens an archive and reads its manifest. Rows and files are read in one walk, with bounded memory. */
export async function openSchoolArchive(path: string): Promise<SchoolArchive> {
  return {
    manifest: await readManifest(path),
    async *entries() {
      for await (const { zip, entry } of eachEntry(path)) {
        yield { name: entry.fileName, content: () => unpack(zip, entry, mostOf(entry)) };
      }
    },
  };
}

async function readManifest(path: string): Promise<Manifest> {
  let found: Buffer | undefined;
  for await (const { zip, entry } of eachEntry(path)) {
    if (entry.fileName !== MANIFEST) continue;
    if (found) throw new ArchiveRefused('The archive has two manifests.');
    const chunks: Buffer[] = [];
    for await (const chunk of unpack(zip, entry, MANIFEST_BYTES)) chunks.push(chunk);
    found = Buffer.concat(chunks);
  }
  if (!found) throw new ArchiveRefused('This is no archive of a school: it has no escola.json.');
  try {
    return manifest.parse(JSON.parse(found.toString('utf8')));
  } catch (error) {
    throw asRefusal(error);
  }
}
