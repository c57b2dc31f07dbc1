import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

type Environment = Record<string, string | undefined>;

/** A server of the product on this machine, and the databases by which it is recognised. */
export type RunningServer = { pid: number; databases: string[] };

/** The databases of an environment, without users and passwords: the embedded cluster's directory, or host and name. */
export function databasesOf(environment: Environment, cwd = process.cwd()): string[] {
  const urls = [environment.DATABASE_URL, environment.DATABASE_DIRECT_URL].filter(
    (url) => url !== undefined && url !== '',
  );
  if (urls.length > 0)
    return urls.map((url) => (url ?? '').replace(/^[^:]+:\/\/([^/?#]*@)?/, '').replace(/[?#].*$/, ''));
  return [realIfThere(join(resolve(cwd, environment.DATA_DIR || 'data'), 'postgres'))];
}

/**
 * The servers of this machine, from the kernel's list of processes. A server of another account hides its environment;
 * its embedded PostgreSQL still shows its directory. The servers of the test suite do not count, nor do workers, whose
 * first process is in the list.
 */
export function listRunningServers(proc = '/proc'): RunningServer[] {
  if (!existsSync(proc)) return [];
  const servers = new Map<string, RunningServer>();
  for (const pid of readdirSync(proc).filter((name) => /^\d+$/.test(name))) {
    const databases = databasesOfProcess(join(proc, pid));
    if (databases.length > 0 && !servers.has(databases.join())) {
      servers.set(databases.join(), { pid: Number(pid), databases });
    }
  }
  return [...servers.values()];
}

function databasesOfProcess(directory: string): string[] {
  try {
    const args = readFileSync(join(directory, 'cmdline'), 'utf8').split('\0');
    if (basename(args[0] ?? '') === 'postgres' && args.includes('cluster_name=alvorada-server')) {
      return [realIfThere(args[args.indexOf('-D') + 1] ?? '')];
    }
    if (basename(args[0] ?? '') !== 'node' || !args[1]?.endsWith('server/main.ts')) return [];
    const lines = readFileSync(join(directory, 'environ'), 'utf8').split('\0');
    const environment = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2))) as Environment;
    if (environment.NODE_ENV === 'test' || environment.NODE_UNIQUE_ID !== undefined) return [];
    return databasesOf(environment, readlinkSync(join(directory, 'cwd')));
  } catch (error) {
    // It ended meanwhile, or belongs to another account.
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(code)) return [];
    throw error;
  }
}

const realIfThere = (path: string) => (existsSync(path) ? realpathSync(path) : path);
