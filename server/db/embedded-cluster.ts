import { createHash } from 'node:crypto';
import { chown, lstat, mkdir, open, readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { canEnter, newClusterAccount, ownerOf } from './embedded-account.ts';
import type { Binaries } from './embedded-binaries.ts';
import { type Account, hasCode, run } from './embedded-run.ts';

/** Where root keeps what the database's account must reach when DATA_DIR is closed to it. */
const SYSTEM_HOME = '/var/lib/alvorada';

/** `home` is the directory with the cluster and its socket; `isNew`: initdb has not run yet. */
export type Cluster = { path: string; home: string; account: Account | undefined; isNew: boolean };

/**
 * The cluster is DATA_DIR/postgres. Where the account cannot enter DATA_DIR, that name is a link into SYSTEM_HOME:
 * from then on the link decides, so that a directory opened or moved later still finds its data.
 */
export async function locateCluster(dataDir: string, log: (message: string) => void): Promise<Cluster> {
  const name = join(dataDir, 'postgres');
  const target = await linkTarget(name);
  const path = target ?? name;
  const home = dirname(path);
  const entries = await entriesOf(path);
  if (entries.includes('PG_VERSION')) {
    const account = await ownerOf(path);
    if (account && !(await canEnter(account, path))) {
      throw new Error(
        `PostgreSQL's account (uid ${account.uid}) can no longer enter ${path}: open the directories above it (chmod o+x).`,
      );
    }
    return { path, home, account, isNew: false };
  }
  if (entries.length > 0) {
    throw new Error(`${path} is neither empty nor a PostgreSQL cluster: move it away, or use another DATA_DIR.`);
  }
  const account = await newClusterAccount();
  if (target !== undefined) {
    await lstat(home).catch(() => {
      throw new Error(
        `${name} points to ${path}, which is gone: bring it back, or remove the link to begin with an empty database.`,
      );
    });
  } else if (account && !(await canEnter(account, dataDir))) {
    const elsewhere = await newSystemHome(dataDir);
    log(`${dataDir} is open to root only: the database is kept in ${elsewhere}`);
    await rm(name, { recursive: true, force: true });
    await symlink(join(elsewhere, 'postgres'), name);
    return { path: join(elsewhere, 'postgres'), home: elsewhere, account, isNew: true };
  }
  return { path, home, account, isNew: true };
}

/** Creates the cluster under a temporary name and renames it: a cluster under the final name is always complete. */
export async function createCluster(
  cluster: Cluster,
  binaries: Binaries,
  lockFd: number,
  onWait?: () => void,
): Promise<void> {
  const unfinished = `${cluster.path}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  if (cluster.account) await chown(unfinished, cluster.account.uid, cluster.account.gid);
  const options = [
    ['--pgdata', unfinished],
    ['--username', 'alvorada'],
    ['--encoding', 'UTF8'],
    ['--locale-provider', 'builtin'],
    ['--builtin-locale', 'C.UTF-8'],
    ['--locale', 'C'],
    // The full-text parser still asks the C library what a letter is: with plain C, “aspas” would keep its quotes.
    ['--lc-ctype', 'C.UTF-8'],
    ['--auth', 'peer'],
    ['--set', 'max_connections=100'],
    ['--set', 'shared_buffers=128MB'],
    ['--set', 'random_page_cost=1.1'],
    ['--set', 'jit=off'],
    ['--data-checksums'],
    ['--no-instructions'],
  ].flat();
  // initdb inherits the lock, too: when the server is killed now, the next one waits for initdb before it cleans up.
  const creation = run(join(binaries.home, 'bin/initdb'), options, { account: cluster.account, fd: lockFd });
  onWait?.();
  const result = await creation;
  if (result.code !== 0) {
    await rm(unfinished, { recursive: true, force: true });
    throw new Error(`The database could not be created in ${cluster.path}:\n${result.output}`);
  }
  await rename(unfinished, cluster.path);
  const parent = await open(cluster.home, 'r');
  await parent.sync();
  await parent.close();
}

export async function refuseOtherMajor(cluster: Cluster, binaries: Binaries): Promise<void> {
  const major = (await readFile(join(cluster.path, 'PG_VERSION'), 'utf8')).trim();
  if (major === binaries.major) return;
  throw new Error(
    `${cluster.path} was made by PostgreSQL ${major}, and this Alvorada brings PostgreSQL ${binaries.major}: export the data with the version that made it and load it into a new DATA_DIR.`,
  );
}

async function linkTarget(name: string): Promise<string | undefined> {
  try {
    return (await lstat(name)).isSymbolicLink() ? resolve(dirname(name), await readlink(name)) : undefined;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

async function entriesOf(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    if (!hasCode(error, 'EACCES')) throw error;
    throw new Error(`${path} belongs to another account: start Alvorada as that account or as root.`);
  }
}

/** A DATA_DIR that was removed and created again gets a new cluster; the old cluster stays next to it for recovery. */
async function newSystemHome(dataDir: string): Promise<string> {
  await mkdir(SYSTEM_HOME, { recursive: true, mode: 0o755 });
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 8);
  for (let count = 1; ; count += 1) {
    const home = join(SYSTEM_HOME, count === 1 ? hash : `${hash}-${count}`);
    try {
      await mkdir(home, { mode: 0o711 });
      return home;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
}

/**
 * After everything was killed, PostgreSQL's pid file remains. By then its pid may belong to another process of the same
 * account, as it always does in a container, and PostgreSQL would refuse to start for ever. Every process of this
 * cluster inherits the lock that we hold, so none of them is alive.
 */
export async function removeStalePid(cluster: Cluster): Promise<void> {
  await rm(join(cluster.path, 'postmaster.pid'), { force: true });
}
