import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { canEnter } from './embedded-account.ts';
import type { Cluster } from './embedded-cluster.ts';

const PORT = 5432;
/** The kernel takes 107 bytes for the path of a socket, and this is the name PostgreSQL adds. */
const LONGEST = 107 - `/.s.PGSQL.${PORT}.lock`.length;

/** All that `pg` needs. Port and ssl are explicit, so that PGPORT and PGSSLMODE in the environment are ignored. */
export type EmbeddedConnection = { host: string; port: number; user: string; database: string; ssl: false };

/** `temporary`: to be removed when PostgreSQL has ended. */
export type SocketDirectory = { path: string; temporary: boolean };

/**
 * The only access to the database: a directory of mode 0700 that belongs to PostgreSQL's account, with a socket that
 * accepts only the server's user and root, as the kernel identifies the caller.
 */
export async function prepareSocketDirectory(cluster: Cluster): Promise<SocketDirectory> {
  let path = join(cluster.home, 'postgres-socket');
  const temporary = Buffer.byteLength(path) > LONGEST;
  if (temporary) {
    path = await mkdtemp(join(await shortTemporaryDirectory(cluster), 'alvorada-'));
  } else {
    await rm(path, { recursive: true, force: true });
    await mkdir(path, { mode: 0o700 });
  }
  const users = new Set([userInfo().username, 'root']);
  const files = {
    'pg_hba.conf': 'local all all peer map=alvorada\n',
    'pg_ident.conf': [...users].map((user) => `alvorada "${user}" alvorada\n`).join(''),
  };
  // Written before the owner changes: root must not write where another account could plant a link.
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(path, name), text, { mode: 0o600 });
    if (cluster.account) await chown(join(path, name), cluster.account.uid, cluster.account.gid);
  }
  await chmod(path, 0o700);
  if (cluster.account) await chown(path, cluster.account.uid, cluster.account.gid);
  return { path, temporary };
}

async function shortTemporaryDirectory(cluster: Cluster): Promise<string> {
  const path = tmpdir();
  const short = Buffer.byteLength(path) + '/alvorada-XXXXXX'.length <= LONGEST;
  return short && (!cluster.account || (await canEnter(cluster.account, path))) ? path : '/tmp';
}

/** These settings control access and what may be logged: neither `settings` nor the cluster's files override them. */
export function socketSettings(directory: SocketDirectory): Record<string, string> {
  return {
    listen_addresses: '',
    port: String(PORT),
    // A list, hence the quotes: a path may contain a comma.
    unix_socket_directories: `"${directory.path.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    hba_file: join(directory.path, 'pg_hba.conf'),
    ident_file: join(directory.path, 'pg_ident.conf'),
  };
}

export function connectionThrough(directory: SocketDirectory): EmbeddedConnection {
  return { host: directory.path, port: PORT, user: 'alvorada', database: 'alvorada', ssl: false };
}

/** The connection as a URL, for tools that take nothing else. */
export function connectionUrl({ host, port, user, database }: EmbeddedConnection): string {
  const query = new URLSearchParams({ host, sslmode: 'disable' });
  return `postgres://${user}@localhost:${port}/${database}?${query}`;
}
