import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';

const PREFIX = 'alvorada-recording-';
/** The file's key holds a random id: two schools on one machine never have the same. */
const nameOf = (fileKey: string) => `${PREFIX}${basename(fileKey, extname(fileKey))}-`;

/**
 * A directory for one attempt. A process that was killed takes nothing away: what earlier attempts at the same
 * recording left here goes first, and whatever is older than any attempt may become.
 */
export async function openWorkplace(fileKey: string, longestMs: number): Promise<string> {
  await clearWorkplaces(fileKey);
  const directory = await mkdtemp(join(tmpdir(), nameOf(fileKey)));
  const own = await stat(directory);
  await removeThose(async (path) => {
    // Gone meanwhile, or of another account on this machine: neither is ours to remove.
    const found = await stat(path).catch(() => null);
    return found !== null && found.uid === own.uid && found.mtimeMs < own.mtimeMs - longestMs;
  });
  return directory;
}

/** What attempts at this recording have left. */
export async function clearWorkplaces(fileKey: string): Promise<void> {
  await removeThose(async (path) => basename(path).startsWith(nameOf(fileKey)));
}

async function removeThose(isLeft: (path: string) => Promise<boolean>): Promise<void> {
  const names = await readdir(tmpdir());
  for (const name of names.filter((one) => one.startsWith(PREFIX))) {
    const path = join(tmpdir(), name);
    if (await isLeft(path)) await rm(path, { recursive: true, force: true });
  }
}
