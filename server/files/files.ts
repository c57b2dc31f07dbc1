import { constants, createReadStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { FilesUnavailable } from './unavailable.ts';

/** Stored files by key (`proofs/2026/…`). A file that `put` has acknowledged survives a power cut. */
export type Files = {
  put(key: string, content: Uint8Array): Promise<void>;
  /** The same for a file on this machine that may be too large for memory. */
  putFile(key: string, path: string, size: number): Promise<void>;
  /** Null when there is no such file. `size` is that of the whole file; with `stretch` only its bytes are read. */
  read(key: string, stretch?: Stretch): Promise<{ stream: Readable; size: number } | null>;
  pieces: Pieces;
  remove(key: string): Promise<void>;
  /** Every stored file, in no order. */
  list(): AsyncIterable<{ key: string; size: number }>;
};

/** A byte range of a file, the last byte included. Both ends are inside the file. */
export type Stretch = { start: number; end: number };

/** Size of a chunk, which is buffered in memory; the smallest that every bucket accepts. */
export const PIECE_BYTES = 5 * 1024 * 1024;

/** A file that arrives in chunks, perhaps over days and through several processes. It exists once it is finished. */
export type Pieces = {
  /** Whether every chunk but the last must have the full size. */
  areWhole: boolean;
  begin(key: string): Promise<string>;
  /** Adds the next chunk, which begins at this byte. Returns the receipt that `finish` needs. */
  add(key: string, id: string, piece: { number: number; at: number; content: Uint8Array }): Promise<string>;
  /** Idempotent. */
  finish(key: string, id: string, receipts: readonly string[]): Promise<void>;
  abandon(key: string, id: string): Promise<void>;
};

/** The temporary name that `put` writes to; a power cut may leave one behind. */
const PARTIAL = /\.part-\d+-\d+$/;

export function diskFiles(root: string): Files {
  const pathOf = (key: string) => {
    const path = resolve(root, key);
    if (!path.startsWith(resolve(root) + sep)) throw new Error('A file key must stay inside the store.');
    return path;
  };
  return {
    put: async (key, content) => write(pathOf(key), content),
    putFile: async (key, path) => write(pathOf(key), createReadStream(path)),
    async read(key, stretch) {
      const path = pathOf(key);
      const size = await sizeOf(path);
      return size === null ? null : { stream: createReadStream(path, stretch), size };
    },
    pieces: diskPieces(pathOf),
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async *list() {
      let entries: Awaited<ReturnType<typeof opendir>>;
      try {
        entries = await opendir(root, { recursive: true });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
        throw error;
      }
      for await (const entry of entries) {
        if (!entry.isFile() || PARTIAL.test(entry.name)) continue;
        const path = join(entry.parentPath, entry.name);
        const size = await sizeOf(path);
        // Removed since the directory was read.
        if (size === null) continue;
        yield { key: relative(root, path).replaceAll(sep, '/'), size };
      }
    },
  };
}

/**
 * All chunks are written into one file beside the final name, each at its offset: a repeated chunk overwrites itself.
 */
function diskPieces(pathOf: (key: string) => string): Pieces {
  const growing = (key: string) => `${pathOf(key)}.part-0-0`;
  return {
    areWhole: false,
    async begin(key) {
      await mkdir(dirname(pathOf(key)), { recursive: true, mode: 0o700 });
      return 'disk';
    },
    async add(key, _id, { at, content }) {
      const handle = await open(growing(key), constants.O_WRONLY | constants.O_CREAT, 0o600);
      try {
        await handle.write(content, 0, content.byteLength, at);
        await handle.datasync();
      } catch (error) {
        throw isFull(error) ? new FilesUnavailable(error) : error;
      } finally {
        await handle.close();
      }
      return '';
    },
    async finish(key) {
      const path = pathOf(key);
      try {
        await rename(growing(key), path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || (await sizeOf(path)) === null) throw error;
      }
      await syncDirectory(dirname(path));
    },
    async abandon(key) {
      await rm(growing(key), { force: true });
    },
  };
}

async function write(path: string, content: Uint8Array | Readable): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const partial = `${path}.part-${process.pid}-${process.hrtime.bigint()}`;
  try {
    const handle = await open(partial, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(partial, path);
    await syncDirectory(dirname(path));
  } catch (error) {
    await rm(partial, { force: true });
    throw isFull(error) ? new FilesUnavailable(error) : error;
  }
}

const isFull = (error: unknown) => ['ENOSPC', 'EDQUOT', 'EIO'].includes((error as NodeJS.ErrnoException).code ?? '');

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The renamed directory entry must reach the disk, too. */
async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export const filesDirectory = (dataDir: string) => join(dataDir, 'files');
