import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { FilesUnavailable } from './unavailable.ts';

/** Stored files by key (`proofs/2026/…`). What `put` has acknowledged survives a power cut. */
export type Files = {
  put(key: string, content: Uint8Array): Promise<void>;
  /** The same for a file that lies on this machine and may be too large for memory. */
  putFile(key: string, path: string, size: number): Promise<void>;
  /** Null where there is no such file. */
  read(key: string): Promise<{ stream: Readable; size: number } | null>;
  remove(key: string): Promise<void>;
  /** Every stored file, in no order. */
  list(): AsyncIterable<{ key: string; size: number }>;
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
    async read(key) {
      const path = pathOf(key);
      const size = await sizeOf(path);
      return size === null ? null : { stream: createReadStream(path), size };
    },
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
