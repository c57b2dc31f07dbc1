import { readFileSync } from 'node:fs';
import { type FileHandle, open, readFile, realpath } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { hasCode, run } from './embedded-run.ts';

/** How long a PostgreSQL whose server was killed may take to write its last checkpoint. */
const LEFTOVER_MS = 60_000;

type Owner = { pid: number; started: string | undefined; host: string };

export type Lock = { fd: number; release(): Promise<void> };

/**
 * One server per DATA_DIR. The lock is the kernel's (flock on an open file): PostgreSQL and its supervisor inherit the
 * descriptor, so it is free exactly when the server and its database are both gone, however they ended, also across
 * containers that share the directory. The file's text only tells the next server which process to name.
 */
export async function lockDataDir(dataDir: string, log: (message: string) => void): Promise<Lock> {
  const path = join(dataDir, 'postgres.lock');
  const file = await openLock(path, dataDir);
  try {
    const since = performance.now();
    let interrupted = false;
    while (await isTaken(file, dataDir)) {
      const waited = performance.now() - since;
      await refuseIfOwned(path, dataDir);
      if (waited > LEFTOVER_MS) {
        throw new Error(`A PostgreSQL left over in ${dataDir} (pid ${await leftover(dataDir)}) does not stop.`);
      }
      if (!interrupted && waited > 500) {
        // Its supervisor stops it at once; this covers a supervisor that was killed, too.
        interrupted = true;
        const pid = await leftover(dataDir);
        log(`waiting for the PostgreSQL of a server that was killed (pid ${pid ?? 'unknown'})`);
        if (pid !== undefined) process.kill(pid, 'SIGINT');
      }
      await delay(20);
    }
    await writeOwner(file, { pid: process.pid, started: startTime(process.pid), host: hostname() });
  } catch (error) {
    await file.close();
    throw error;
  }
  return {
    fd: file.fd,
    async release() {
      await writeOwner(file, undefined);
      await file.close();
    },
  };
}

async function openLock(path: string, dataDir: string): Promise<FileHandle> {
  try {
    return await open(path, 'a+', 0o644);
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EPERM', 'EROFS')) throw error;
    throw new Error(`DATA_DIR ${dataDir} cannot be written by this account (${(error as Error).message}).`);
  }
}

async function isTaken(file: FileHandle, dataDir: string): Promise<boolean> {
  let result: Awaited<ReturnType<typeof run>>;
  try {
    result = await run('flock', ['-n', '3'], { fd: file.fd });
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    // No flock(1) on this machine: the recorded owner and PostgreSQL's pid file have to be enough.
    await refuseIfOwned(join(dataDir, 'postgres.lock'), dataDir);
    return (await leftover(dataDir)) !== undefined;
  }
  if (result.code === 0 || result.code === 1) return result.code === 1;
  throw new Error(`DATA_DIR ${dataDir} cannot be locked: ${result.output}`);
}

async function refuseIfOwned(path: string, dataDir: string): Promise<void> {
  const owner = await readOwner(path);
  if (!owner) return;
  const elsewhere = owner.host !== hostname();
  if (!elsewhere && !isAlive(owner)) return;
  throw new Error(
    `DATA_DIR ${dataDir} is in use by another Alvorada server (pid ${owner.pid}${elsewhere ? ` on ${owner.host}` : ''}): stop it first, or use another DATA_DIR.`,
  );
}

/** Whether the directory was left behind by a server that was killed. */
export async function isAbandoned(dataDir: string): Promise<boolean> {
  const owner = await readOwner(join(dataDir, 'postgres.lock')).catch((error) => {
    if (hasCode(error, 'ENOENT', 'EACCES')) return undefined;
    throw error;
  });
  return owner !== undefined && owner.host === hostname() && !isAlive(owner);
}

async function readOwner(path: string): Promise<Owner | undefined> {
  const text = await readFile(path, 'utf8');
  try {
    return text === '' ? undefined : (JSON.parse(text) as Owner);
  } catch {
    return undefined; // Read while the new owner was writing; the next read gets the complete text.
  }
}

async function writeOwner(file: FileHandle, owner: Owner | undefined): Promise<void> {
  await file.truncate(0);
  if (owner) await file.write(JSON.stringify(owner));
}

/** A pid is not enough: after a reboot it may belong to another process. */
function isAlive(owner: Owner): boolean {
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if (hasCode(error, 'ESRCH')) return false;
  }
  const started = startTime(owner.pid);
  return started === undefined || owner.started === undefined || started === owner.started;
}

/** In clock ticks since boot; 'ended' for a zombie process. */
function startTime(pid: number): string | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined; // Gone, or hidden from us (hidepid).
  }
  // The second field, the name, may contain blanks and brackets. The state (3rd) and the start (22nd) follow it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? 'ended' : fields[19];
}

/**
 * The PostgreSQL that runs on this directory, identified by its command line, so that a reused pid is not mistaken for
 * it.
 */
async function leftover(dataDir: string): Promise<number | undefined> {
  try {
    const cluster = await realpath(join(dataDir, 'postgres'));
    const pid = Number.parseInt(await readFile(join(cluster, 'postmaster.pid'), 'utf8'), 10);
    const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
    return args.includes(cluster) ? pid : undefined;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ESRCH', 'EACCES')) return undefined;
    throw error;
  }
}
