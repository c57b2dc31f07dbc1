import type { Files } from '#server/files/files.ts';
import { putStream } from '#server/files/put-stream.ts';
import type { Progress } from './backup.ts';

/** Copies every file that the other store lacks or has in another size. The product never writes a key twice. */
export async function moveFiles(from: Files, to: Files, progress: Progress) {
  const there = new Map<string, number>();
  for await (const { key, size } of to.list()) there.set(key, size);
  let copied = 0;
  let present = 0;
  for await (const { key, size } of from.list()) {
    if (there.get(key) === size) {
      present += 1;
      continue;
    }
    const file = await from.read(key);
    // Removed since the list was read.
    if (!file) continue;
    await putStream(to, key, file.stream);
    copied += 1;
    if (copied % 100 === 0) progress(`${copied} files`);
  }
  return { copied, present };
}
