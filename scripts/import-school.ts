import { randomBytes } from 'node:crypto';
import { importSchool } from '#server/backup/school/import-school.ts';
import { readConfig } from '#server/config.ts';
import { openFiles } from '#server/files/open-files.ts';
import { createPasswords } from '#server/passwords/passwords.ts';
import { openDatabase } from './database.ts';

/**
 * bin/alvorada import-school file.zip   makes the empty school of the configuration equal to the archive of
 * export-school, but for passwords, secrets and sessions. Refuses a school with people besides its first administrator,
 * and one that a server runs on.
 */
const [path] = process.argv.slice(2);
const say = (line: string) => process.stderr.write(`${line}\n`);

if (!path) {
  say('Usage: bin/alvorada import-school <file.zip>');
  process.exit(2);
}
const config = readConfig();
const database = await openDatabase(config);
try {
  const done = await importSchool({
    ...{ connection: database.connection, files: openFiles(config), path, progress: say },
    now: () => new Date(),
    passwordHash: await (await createPasswords()).hash(randomBytes(32).toString('base64')),
  });
  say(
    `Imported the school of ${done.createdAt}: ${done.people} people; ${done.rows} rows of ${done.tables} tables and ${done.files} files.`,
  );
  say('Nobody has a password here: people use "Esqueci minha senha", the administrator also bin/alvorada admin-reset.');
} catch (error) {
  say(`The import failed and kept no row: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  await database.close();
}
