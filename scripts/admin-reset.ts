import { TERMS_VERSION } from '#contract/limits.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { connect } from '#server/db/connect.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { connectionTo } from '#server/db/primary.ts';
import { resetAdmin } from '#server/features/people/accounts/first-admin.service.ts';
import { newPassword } from '#server/first-start.ts';
import { createPasswords } from '#server/passwords/passwords.ts';
import { readSchool } from '#server/school/live-school.ts';

/** Prints a new password for the administrator. The embedded database must not be in use: stop the server first. */
const config = readConfig();
const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir: config.dataDir, log: () => {} });
try {
  const connection = embedded?.connection ?? connectionTo(config.directDatabaseUrl ?? config.databaseUrl ?? '');
  await migrate(connection);
  const { db } = connect(connection, { warn: console.warn }, 1);
  const school = { now: await readSchool({ db, config }) };
  const passwords = await createPasswords();
  // The operator writes the terms, and so accepts the version that is installed.
  const site = { now: { termsVersion: TERMS_VERSION } };
  const login = await resetAdmin({ db, config, school, site, clock: systemClock, passwords }, newPassword());
  await db.destroy();
  console.log(`\n  ${login.who}  ${login.username}  ${login.password}\n`);
} finally {
  await embedded?.stop();
}
