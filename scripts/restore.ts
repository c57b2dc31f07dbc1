import { restore } from '../server/backup/restore.ts';
import { readConfig } from '../server/config.ts';
import { openFiles } from '../server/files/open-files.ts';
import { openDatabase } from './database.ts';

/** npm run restore -- file.tar: into the empty database and the file store of the configuration. */
const [path] = process.argv.slice(2);
const say = (line: string) => process.stderr.write(`${line}\n`);

if (!path) {
  say('Usage: npm run restore -- <file.tar>');
  process.exit(2);
}
const config = readConfig();
const database = await openDatabase(config);
try {
  const done = await restore({ connection: database.connection, files: openFiles(config), path, progress: say });
  say(`Restored the backup of ${done.createdAt}: ${done.rows} rows of ${done.tables} tables and ${done.files} files.`);
} catch (error) {
  say(`The restore failed and kept no row: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  await database.close();
}
