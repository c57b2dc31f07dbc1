import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { importSchool } from '#server/backup/school/import-school.ts';
import { readConfig } from '#server/config.ts';
import { openFiles } from '#server/files/open-files.ts';
import { createPasswords } from '#server/passwords/passwords.ts';
import { openDatabase } from './database.ts';

/**
 * bin/alvorada import-school file.zip              makes the empty school of the configuration equal to the archive of
 *                                                  export-school, but for passwords, secrets and sessions; a copy, whose
 *                                                  e-mails wait until an administrator lets them go at /admin/system
 * bin/alvorada import-school file.zip --send-mail  the school moves here: e-mails leave at the next start
 * Refuses a school that has more than a first start brings, one that a server runs on, and a file store with its files.
 */
const { values, positionals } = parseArgs({ options: { 'send-mail': { type: 'boolean' } }, allowPositionals: true });
const [path] = positionals;
const sendMail = values['send-mail'] ?? false;
const say = (line: string) => process.stderr.write(`${line}\n`);

if (!path) {
  say('Usage: bin/alvorada import-school <file.zip> [--send-mail]');
  process.exit(2);
}
const config = readConfig();
const database = await openDatabase(config);
try {
  const done = await importSchool({
    ...{ connection: database.connection, files: openFiles(config), path, progress: say, sendMail },
    now: () => new Date(),
    passwordHash: await (await createPasswords()).hash(randomBytes(32).toString('base64')),
  });
  say(
    `Imported the school of ${done.createdAt}: ${done.people} people; ${done.rows} rows of ${done.tables} tables and ${done.files} files.`,
  );
  say('Nobody has a password here: people use "Esqueci minha senha", the administrator also bin/alvorada admin-reset.');
  if (!sendMail) say('This is a copy: its e-mails wait until an administrator lets them go at /admin/system.');
} catch (error) {
  say(`The import failed and kept no row: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  await database.close();
}
