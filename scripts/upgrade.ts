import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listApplied } from '#server/backup/tables.store.ts';
import { readConfig } from '#server/config.ts';
import { listMigrations } from '#server/db/migrate.ts';
import { oneClient } from '#server/db/one-client.ts';
import { version } from '#server/version.ts';
import { openDatabase } from './database.ts';

/**
 * bin/alvorada upgrade, in the folder of the new release: a backup, then the migrations, while the old release serves.
 * Switching to the new release and restarting are left to the operator, who may still turn back.
 */
const root = join(import.meta.dirname, '..');
const say = (line: string) => process.stderr.write(`${line}\n`);

/** Migrations of the database that this release does not have: it is older than the one that applied them. */
async function unknownMigrations(): Promise<string[]> {
  const database = await openDatabase(readConfig());
  try {
    const client = await oneClient(database.connection, 'alvorada-upgrade');
    try {
      const known = new Set((await listMigrations()).map(({ name }) => name));
      return (await listApplied(client)).map(({ name }) => name).filter((name) => !known.has(name));
    } finally {
      await client.end();
    }
  } finally {
    await database.close();
  }
}

function runStep(script: string): boolean {
  const { status } = spawnSync(process.execPath, [join(root, script)], { stdio: 'inherit' });
  return status === 0;
}

async function upgrade(): Promise<boolean> {
  const unknown = await unknownMigrations();
  if (unknown.length > 0) {
    say(
      [
        `Release ${version} is older than the database, which has ${unknown.length} migrations that it does not know, from ${unknown[0]} on.`,
        'There is no way down. Start the old release as it is: it works on the newer tables.',
        'To get the old data back as well, restore the backup that was made before the upgrade into an empty DATA_DIR.',
      ].join('\n'),
    );
    return false;
  }
  if (!existsSync(join(root, 'dist'))) {
    say('This release is not built: run "npm ci --include=dev" and "npm run build" here first.');
    return false;
  }
  if (!runStep('scripts/backup.ts')) {
    say('Nothing was changed: there is no upgrade without a backup.');
    return false;
  }
  if (!runStep('scripts/db-migrate.ts')) return false;
  say(`The database is ready for release ${version}. Switch the link "current" to this folder and restart.`);
  return true;
}

process.exitCode = (await upgrade()) ? 0 : 1;
