import { parseArgs } from 'node:util';
import { restore } from '#server/backup/restore.ts';
import { readConfig } from '#server/config.ts';
import { openFiles } from '#server/files/open-files.ts';
import { openDatabase } from './database.ts';

/**
 * bin/alvorada restore file.tar              into the empty database and the file store of the configuration; a copy,
 *                                            whose e-mails wait until an administrator lets them go at /admin/system
 * bin/alvorada restore file.tar --send-mail  the school itself was lost: e-mails leave at the next start
 */
const { values, positionals } = parseArgs({ options: { 'send-mail': { type: 'boolean' } }, allowPositionals: true });
const [path] = positionals;
const sendMail = values['send-mail'] ?? false;
const say = (line: string) => process.stderr.write(`${line}\n`);

if (!path) {
  say('Usage: bin/alvorada restore <file.tar> [--send-mail]');
  process.exit(2);
}
const config = readConfig();
const database = await openDatabase(config);
try {
  const done = await restore({
    connection: database.connection,
    files: openFiles(config),
    path,
    progress: say,
    now: () => new Date(),
    sendMail,
  });
  say(
    `Restored the backup of ${done.createdAt}: ${done.people} people; ${done.rows} rows of ${done.tables} tables and ${done.files} files.`,
  );
  if (!sendMail) say('This is a copy: its e-mails wait until an administrator lets them go at /admin/system.');
} catch (error) {
  say(`The restore failed and kept no row: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  await database.close();
}
