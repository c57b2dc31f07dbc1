import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import tar from 'tar-stream';

export type ArchiveFile = { name: string; content: Buffer; isExecutable: boolean };

/** A gzipped tar whose bytes depend only on the files and the time: sorted names, no owner, one date. */
export async function archiveOf(folder: string, files: readonly ArchiveFile[], time: Date): Promise<Buffer> {
  const pack = tar.pack();
  const bytes = buffer(pack);
  const sorted = files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  for (const { name, content, isExecutable } of sorted) {
    const mode = isExecutable ? 0o755 : 0o644;
    pack.entry({ name: `${folder}/${name}`, mode, mtime: time, uid: 0, gid: 0, uname: '', gname: '' }, content);
  }
  pack.finalize();
  return gzipSync(await bytes, { level: 9 });
}
