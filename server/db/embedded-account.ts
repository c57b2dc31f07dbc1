import { readFile, stat } from 'node:fs/promises';
import { type Account, hasCode, run } from './embedded-run.ts';

const isRoot = () => process.getuid?.() === 0;

/**
 * PostgreSQL refuses to run as root, and we create no system users: root's database runs under `postgres` where that
 * account exists, else under the system's unprivileged account. Other daemons may share the latter; they could then
 * read the cluster's files, but not connect: the socket lets in the server's own user and root only
 * (embedded-socket.ts). Undefined for an ordinary user, whose database runs as that user.
 */
export async function newClusterAccount(): Promise<Account | undefined> {
  if (!isRoot()) return undefined;
  const entries = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = entries.find((fields) => fields[0] === name) ?? [];
    if (uid && gid && Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is neither a "postgres" nor a "nobody" account to run it: start Alvorada as an ordinary user.',
  );
}

/** An existing cluster keeps the account that owns it, also when a better one has appeared since. */
export async function ownerOf(cluster: string): Promise<Account | undefined> {
  const { uid, gid } = await stat(cluster);
  if (isRoot()) {
    if (uid > 0) return { uid, gid };
    throw new Error(
      `${cluster} belongs to root, and PostgreSQL does not run as root: give it to the account that owned it, for example with "chown -R postgres: ${cluster}".`,
    );
  }
  if (uid === process.getuid?.()) return undefined;
  throw new Error(
    `${cluster} belongs to another account (uid ${uid}): start Alvorada as that account or as root, or use another DATA_DIR.`,
  );
}

/** Whether the account can pass through the directory and everything above it. */
export async function canEnter(account: Account, directory: string): Promise<boolean> {
  return (await run('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], { account })).code === 0;
}

export async function canRun(program: string, account: Account | undefined): Promise<boolean> {
  try {
    return (await run(program, ['--version'], { account })).code === 0;
  } catch (error) {
    if (hasCode(error, 'EACCES', 'ENOENT', 'EPERM')) return false;
    throw error;
  }
}
