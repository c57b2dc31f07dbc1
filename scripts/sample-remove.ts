import { readConfig } from '#server/config.ts';
import { migrate } from '#server/db/migrate.ts';
import { removeSample } from '#server/features/school/sample-school/removal.service.ts';
import { createLog } from '#server/http/logging.ts';
import { createSessions } from '#server/http/sessions.ts';
import { openDeps } from '#server/start.ts';
import { openDatabase } from './database.ts';

/**
 * bin/alvorada sample-remove   takes the example school away, as the button on the page about the system does.
 * Works while the server runs, and a second time finds nothing to do. What real people use or have changed stays.
 */
const config = readConfig();
const database = await openDatabase(config);
try {
  await migrate(database.connection);
  const { deps, close } = await openDeps(config, database.connection, createLog({ ...config, logLevel: 'warn' }));
  try {
    const result = await removeSample(deps, createSessions(deps), null);
    for (const [kind, { removed, kept }] of Object.entries(result)) {
      console.log(`${kind.padEnd(10)} ${removed} removed${kept > 0 ? `, ${kept} kept: in use or changed` : ''}`);
    }
  } finally {
    await close();
  }
} finally {
  await database.close();
}
