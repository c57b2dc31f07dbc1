import { constants, createReadStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { FilesUnavailable } from './unavailable.ts';

/** Stored files by key (`proofs/2026/…`). What `put` has acknowledged survives a power cut. */
export type Files = {
  put(key: string, content: Uint8Array): Promise<void>;
  /** The same for a file that lies on this machine and may be too large for memory. */
  putFile(key: string, path: string, size: number): Promise<void>;
  /** Null where there is no such file. `size` is that of the whole file; of a stretch its bytes alone come. */
  read(key: string, stretch?: Stretch): Promise<{ stream: Readable; size: number } | null>;
  pieces: Pieces;
  remove(key: string): Promise<void>;
  /** Every stored file, in no order. */
  list(): AsyncIterable<{ key: string; size: number }>;
};

/** Bytes of a file, the last one included. Both lie inside it. */
export type Stretch = { start: number; end: number };

/** As much as is held in memory of a file that comes in pieces; the smallest that every bucket takes. */
export const PIECE_BYTES = 5 * 1024 * 1024;

/** A file that comes in pieces, perhaps over days and through several processes. It is there once it is finished. */
export type Pieces = {
  /** Whether a piece must be a whole one, unless it is the last. */
  areWhole: boolean;
  begin(key: string): Promise<string>;
  /** The next piece, which begins at this byte. Hands back what `finish` needs of it. */
  add(key: string, id: string, piece: { number: number; at: number; content: Uint8Array }): Promise<string>;
  /** May be asked for again. */
  finish(key: string, id: string, receipts: readonly string[]): Promise<void>;
  abandon(key: string, id: string): Promise<void>;
};

/** What `put` writes before the file has its name; a power cut may leave one behind. */
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

/** All pieces lie in one file beside the place of the finished one, each where it belongs: one sent twice is one. */
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

/** The new name itself must reach the disk, too. */
async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export const filesDirectory = (dataDir: string) => join(dataDir, 'files');
