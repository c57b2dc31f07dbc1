import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { newClusterAccount } from '#server/db/embedded-account.ts';
import { connectionTo } from '#server/db/primary.ts';
import { asAdmin, type PlainPostgres, startPlainPostgres } from '#server/parts/testing/plain-postgres.ts';
import { testAuthority } from '#server/testing/certificates.ts';

/**
 * DATABASE_URL with two hosts and sslmode=verify-full: two real servers under different names (one a name, one an
 * address), each with a certificate for its own name only. The test chooses which of them takes writes.
 */
type Known = { name: string; server: PlainPostgres };
const authority = testAuthority();
const servers: Known[] = [];
let authorityFile: string;

const at = (index: number) => {
  const found = servers[index];
  if (!found) throw new Error('It was not started.');
  return found;
};

beforeAll(async () => {
  for (const name of ['localhost', '127.0.0.1']) servers.push({ name, server: await startPlainPostgres() });
  authorityFile = join(at(0).server.directory, 'authority.pem');
  await writeFile(authorityFile, authority.ca);
}, 60_000);

afterAll(async () => {
  for (const { server } of servers) await server.stop();
});

afterEach(() => vi.restoreAllMocks());

const reload = ({ server }: Known, settings: Record<string, string>) =>
  asAdmin(server, async (admin) => {
    const { rows } = await admin.query<{ at: string }>('SELECT pg_conf_load_time()::text AS at');
    for (const [key, value] of Object.entries(settings)) await admin.query(`ALTER SYSTEM SET ${key} = '${value}'`);
    await admin.query('SELECT pg_reload_conf()');
    // New connections use it: the postmaster reloads before this session does.
    await vi.waitFor(async () => {
      const now = await admin.query<{ at: string }>('SELECT pg_conf_load_time()::text AS at');
      expect(now.rows[0]?.at).not.toBe(rows[0]?.at);
    });
  });

/** Gives a server a certificate for these names, by this authority. */
async function certify(known: Known, names: string[], by = authority): Promise<void> {
  // Issued to a name that no server has: without a name among the alternatives, Node would use this one.
  const { certificate, privateKey } = by.issue('Servidor', names);
  const { data } = known.server;
  const account = await newClusterAccount();
  for (const [file, text] of [
    ['server.crt', certificate],
    ['server.key', privateKey],
  ] as const) {
    await writeFile(join(data, file), text, { mode: 0o600 });
    if (account) await chown(join(data, file), account.uid, account.gid);
  }
  await reload(known, { ssl: 'on' });
}

const takeWrites = async (index: number) => {
  await reload(at(1 - index), { default_transaction_read_only: 'on' });
  await reload(at(index), { default_transaction_read_only: 'off' });
};

let run = 0;
/** The watch of the primary is cached per address: each test gets a new one. */
const address = (...order: Known[]) => {
  run += 1;
  const hosts = order.map(({ name, server }) => `${name}:${server.port}`).join();
  return `postgres://alvorada@${hosts}/alvorada?target_session_attrs=read-write&sslmode=verify-full&sslrootcert=${encodeURIComponent(authorityFile)}&application_name=run${run}`;
};

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client(connectionTo(url));
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function ask(url: string): Promise<{ port: number; ssl: boolean }> {
  const client = await open(url);
  try {
    const { rows } = await client.query<{ port: number; ssl: boolean }>(
      'SELECT inet_server_port() AS port, ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
    );
    return rows[0] ?? { port: 0, ssl: false };
  } finally {
    await client.end();
  }
}

test('the certificate of each server is checked against its own name, whichever takes writes and whichever is named first', async () => {
  for (const known of servers) await certify(known, [known.name]);
  for (const index of [0, 1]) {
    await takeWrites(index);
    const wanted = { port: at(index).server.port, ssl: true };
    expect(await ask(address(at(0), at(1)))).toEqual(wanted);
    expect(await ask(address(at(1), at(0)))).toEqual(wanted);
  }
});

test('a server with the certificate of the other server is refused', async () => {
  await certify(at(0), [at(0).name]);
  await certify(at(1), [at(0).name]);
  await takeWrites(1);
  await expect(ask(address(at(0), at(1)))).rejects.toThrow(
    /^No database server takes writes: .*127\.0\.0\.1:\d+ \(Hostname\/IP does not match certificate's altnames/,
  );
});

test('a certificate of an unknown authority is refused', async () => {
  await certify(at(1), [at(1).name], testAuthority());
  await takeWrites(1);
  await expect(ask(address(at(0), at(1)))).rejects.toThrow(
    /^No database server takes writes: .*\((certificate signature failure|unable to verify)/,
  );
});

test.each([
  [0, '127.0.0.1'],
  [1, 'localhost'],
])(
  'the connection itself is held to the name, not only the question before it: server %i as %s',
  async (index, wrong) => {
    await certify(at(index), [at(index).name]);
    await takeWrites(index);
    const url = address(at(0), at(1));
    // While no connection breaks and no time passes, the primary is not searched again.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    const first = await open(url);
    await certify(at(index), [wrong]);
    await expect(open(url)).rejects.toThrow(/^Hostname\/IP does not match certificate's altnames/);
    await first.end();
  },
);
