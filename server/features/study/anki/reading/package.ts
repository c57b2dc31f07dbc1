import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress, zstdDecompressSync } from 'node:zlib';
import { IMAGE_MAX_BYTES } from '#contract/limits.ts';
import { ANKI_COLLECTION_MAX_BYTES, ANKI_ENTRIES_MAX } from '#contract/study/anki-limits.ts';
import { openZip, type ZipEntries } from '#server/zip/open-zip.ts';
import { FileRefused } from '#server/zip/refused.ts';
import { protobufFields, utf8 } from './protobuf.ts';

const META_MAX = 1024;
const MEDIA_MAP_MAX = 16 * 1024 * 1024;
/** The only version of a package with zstd. */
const LATEST = 3;

const bounds = { entries: ANKI_ENTRIES_MAX, part: ANKI_COLLECTION_MAX_BYTES, all: 4 * ANKI_COLLECTION_MAX_BYTES };

/** `read` returns the picture with this name; null where the file has none, or it is damaged. */
export type Media = { names: ReadonlySet<string>; read(name: string): Promise<Buffer | 'too_large' | null> };

type Package = { zip: ZipEntries; isLatest: boolean };

async function openPackage(path: string): Promise<Package> {
  const zip = await openZip(path, bounds);
  try {
    const meta = await zip.bytes('meta');
    if (meta && meta.length > META_MAX) throw new FileRefused('broken');
    const version = meta ? [...protobufFields(meta)].find(({ number }) => number === 1)?.value : undefined;
    if (version !== undefined && version > LATEST) throw new FileRefused('other_kind');
    return { zip, isLatest: version === LATEST };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Anki writes an empty `collection.anki2` beside the newer files, for versions that cannot read them. */
const databases = (isLatest: boolean) =>
  isLatest ? ['collection.anki21b'] : ['collection.anki21', 'collection.anki2'];

/** Counts what passes, so that a small file cannot become a large one. */
const bounded = (limit: number) => {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > limit ? new FileRefused('too_large') : null, chunk);
    },
  });
};

/** Unpacks the database of a deck into a file below `directory`, and reads the names of its media. */
export async function withPackage<T>(
  path: string,
  directory: string,
  use: (database: string, media: Media) => Promise<T>,
): Promise<T> {
  const { zip, isLatest } = await openPackage(path);
  try {
    const pieces = databases(isLatest).reduce<AsyncIterable<Buffer> | undefined>(
      (found, name) => found ?? zip.pieces(name),
      undefined,
    );
    if (!pieces) throw new FileRefused('other_kind');
    const database = join(directory, 'collection');
    const unpacked = isLatest ? [createZstdDecompress()] : [];
    await pipeline([
      Readable.from(pieces),
      ...unpacked,
      bounded(ANKI_COLLECTION_MAX_BYTES),
      createWriteStream(database, { mode: 0o600 }),
    ]).catch((error: unknown) => {
      throw error instanceof FileRefused ? error : new FileRefused('broken');
    });
    return await use(database, await mediaOf(zip, isLatest));
  } finally {
    zip.close();
  }
}

/** Opens the media alone. */
export async function withMedia<T>(path: string, use: (media: Media) => Promise<T>): Promise<T> {
  const { zip, isLatest } = await openPackage(path);
  try {
    return await use(await mediaOf(zip, isLatest));
  } finally {
    zip.close();
  }
}

async function mediaOf(zip: ZipEntries, isLatest: boolean): Promise<Media> {
  const map = await zip.bytes('media');
  const entries = map === undefined ? new Map<string, string>() : isLatest ? listedMedia(map) : mappedMedia(map);
  return {
    names: new Set(entries.keys()),
    async read(name) {
      const entry = entries.get(name);
      const pieces = entry === undefined ? undefined : zip.pieces(entry);
      try {
        return pieces ? await readPicture(pieces, isLatest) : null;
      } catch (error) {
        // One damaged picture must not cost the others.
        if (error instanceof FileRefused) return null;
        throw error;
      }
    },
  };
}

async function readPicture(pieces: AsyncIterable<Buffer>, isLatest: boolean): Promise<Buffer | 'too_large'> {
  const found: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > IMAGE_MAX_BYTES) return 'too_large';
    found.push(piece);
  }
  return isLatest ? unzstd(Buffer.concat(found), IMAGE_MAX_BYTES, 'too_large') : Buffer.concat(found);
}

function unzstd<T>(bytes: Buffer, limit: number, tooLarge: T): Buffer | T {
  try {
    return zstdDecompressSync(bytes, { maxOutputLength: limit });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return tooLarge;
    throw new FileRefused('broken');
  }
}

/** `{"0": "name.jpg"}`: file of the archive to name. */
function mappedMedia(map: Buffer): Map<string, string> {
  if (map.length > MEDIA_MAP_MAX) throw new FileRefused('too_large');
  let parsed: unknown;
  try {
    parsed = JSON.parse(map.toString('utf8'));
  } catch {
    throw new FileRefused('broken');
  }
  if (typeof parsed !== 'object' || parsed === null) throw new FileRefused('broken');
  return new Map(Object.entries(parsed).map(([entry, name]) => [String(name).normalize('NFC'), entry]));
}

/** `MediaEntries`: the files are named by their position in the list. */
function listedMedia(map: Buffer): Map<string, string> {
  const list = unzstd(map, MEDIA_MAP_MAX, null);
  if (list === null) throw new FileRefused('too_large');
  const entries = new Map<string, string>();
  let position = 0;
  for (const { number, bytes } of protobufFields(list)) {
    if (number !== 1 || !bytes) continue;
    let name = '';
    let file = String(position);
    for (const field of protobufFields(bytes)) {
      if (field.number === 1) name = utf8(field.bytes).normalize('NFC');
      if (field.number === 255) file = String(field.value);
    }
    if (name !== '') entries.set(name, file);
    position += 1;
  }
  return entries;
}
