import { readConfig } from '#server/config.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from './database.ts';

/** Migrates without serving, also beside a server of the release before: the step before a rolling deploy. */
const config = readConfig();
const database = await openDatabase(config);
try {
  const applied = await migrate(database.connection, undefined, undefined, { tell: console.log });
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await database.close();
}
