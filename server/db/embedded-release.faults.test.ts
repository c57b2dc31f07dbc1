import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbedded } from './embedded.ts';
import { shippedBinaries } from './embedded-binaries.ts';
import { runningEmbedded } from './embedded-running.ts';

/** A release in a folder that can be taken away while its PostgreSQL runs. */
let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'alvorada-release-'));
  await chmod(base, 0o711);
});
afterEach(() => rm(base, { recursive: true, force: true, maxRetries: 20 }));

/** The code of the embedded database with the packages it needs; PostgreSQL's own are a real copy. */
async function unpackRelease(): Promise<string> {
  const release = join(base, 'release');
  await mkdir(join(release, 'node_modules'), { recursive: true });
  const native = dirname((await shippedBinaries()).home);
  const scope = dirname(native);
  for (const name of await readdir(dirname(scope))) {
    if (join(dirname(scope), name) !== scope) {
      await symlink(join(dirname(scope), name), join(release, 'node_modules', name));
    }
  }
  await cp(native, native.replace(dirname(scope), join(release, 'node_modules')), {
    recursive: true,
    verbatimSymlinks: true,
  });
  await cp(import.meta.dirname, join(release, 'server/db'), {
    recursive: true,
    filter: (path) => !path.endsWith('.sql'),
  });
  await writeFile(join(release, 'package.json'), JSON.stringify({ type: 'module' }));
  return release;
}

test('PostgreSQL goes on with new connections and libraries after its release was taken away', {
  timeout: 60_000,
}, async () => {
  const release = await unpackRelease();
  const dataDir = join(base, 'data');
  const child = spawn(process.execPath, [join(release, 'server/db/testing/embedded-server.ts'), dataDir, 'hold'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const { ready, failed } = JSON.parse(line) as { ready?: number; failed?: string };
      if (failed) throw new Error(failed);
      if (ready) break;
    }
    // As `npm ci` does it: the packages go, and others come in their place.
    await rename(join(release, 'node_modules'), join(base, 'gone'));
    await rm(join(base, 'gone'), { recursive: true });
    const connection = await runningEmbedded(dataDir);
    const client = new pg.Client(connection ?? {});
    await client.connect();
    // Both load a library, and the second reads a file of `share`.
    await client.query('DO $$ BEGIN PERFORM 1; END $$');
    const { rows } = await client.query(`SELECT to_tsvector('portuguese', 'as aulas')::text AS words`);
    expect(rows).toEqual([{ words: "'aul':2" }]);
    await client.end();
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
});

test('the copy is made once per version, and copies of other versions go', { timeout: 60_000 }, async () => {
  const dataDir = join(base, 'data');
  await mkdir(dataDir, { mode: 0o711 });
  for (const copy of ['postgres-17.1.0', 'postgresql-18.0.0-x64']) {
    await mkdir(join(dataDir, copy, 'bin'), { recursive: true });
    await writeFile(join(dataDir, copy, 'bin/postgres'), '');
  }
  const { version } = await shippedBinaries();
  const home = join(dataDir, `postgres-${version}`);
  const first = await startEmbedded({ dataDir, log: () => undefined });
  const pid = Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
  expect(await readlink(`/proc/${pid}/exe`)).toBe(join(home, 'bin/postgres'));
  await first.stop();
  expect((await readdir(dataDir)).filter((name) => /^postgres(ql)?-\d/.test(name))).toEqual([`postgres-${version}`]);
  expect(existsSync(join(dataDir, 'postgres/PG_VERSION'))).toBe(true);

  await writeFile(join(home, 'same-copy'), '');
  await (await startEmbedded({ dataDir, log: () => undefined })).stop();
  expect(existsSync(join(home, 'same-copy'))).toBe(true);
});
