import { chown, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newClusterAccount } from '#server/db/embedded-account.ts';
import type { PlainPostgres } from './plain-postgres.ts';
import { untilOpen } from './ports.ts';
import { type Program, startProgram } from './program.ts';

/** The configuration that operators get, with the addresses of this machine; everything else in it is used as it is. */
const ini = join(import.meta.dirname, '../../../deploy/pgbouncer.ini');

export async function startPooler(postgres: PlainPostgres, listenPort: number): Promise<Program & { url: string }> {
  const account = await newClusterAccount();
  const users = join(postgres.directory, 'userlist.txt');
  const file = join(postgres.directory, 'pgbouncer.ini');
  const text = (await readFile(ini, 'utf8'))
    .replace('port=5432', `port=${postgres.port}`)
    .replace(/^listen_port = .*/m, `listen_port = ${listenPort}\nunix_socket_dir =`)
    .replace(/^auth_type = .*/m, 'auth_type = trust')
    .replace(/^auth_file = .*/m, `auth_file = ${users}`);
  await writeFile(users, '"alvorada" ""\n');
  await writeFile(file, text);
  if (account) for (const path of [users, file]) await chown(path, account.uid, account.gid);
  const pooler = startProgram('pgbouncer', [file], account ?? {});
  await untilOpen(listenPort);
  return { ...pooler, url: `postgres://alvorada@127.0.0.1:${listenPort}/alvorada` };
}
