import { DAY_MS } from '#contract/time.ts';
import { type Clock, standingClock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { startBus } from './db/bus.ts';
import { type Connection, connect } from './db/connect.ts';
import { watchDatabaseClock } from './db/database-clock.ts';
import { connectionTo, primaryOf } from './db/primary.ts';
import { openReplica } from './db/replica.ts';
import type { Deps } from './deps.ts';
import { noticeMissingFiles } from './files/missing-files.ts';
import { openFiles } from './files/open-files.ts';
import { findRenamingOfCookies } from './http/cookie-names.store.ts';
import { PLAIN_NAMES_DAYS } from './http/cookies.ts';
import { AppError } from './http/errors.ts';
import { createJobs } from './jobs/jobs.ts';
import type { Log } from './log.ts';
import { createMail } from './mail/mail.ts';
import { createOutside } from './outside/outside.ts';
import { createPasswords } from './passwords/passwords.ts';
import { openProvider } from './pix/provider/open-provider.ts';
import { watchSchool } from './school/live-school.ts';
import { watchSite } from './site/live-site.ts';
import { openTracing } from './tracing/open-tracing.ts';

const tooManyLogins = () => new AppError('unavailable', 'Muitos acessos ao mesmo tempo. Tente de novo em instantes.');

/**
 * Builds the dependencies of the features on a migrated database. `close` closes them in reverse order. Tests hand in
 * their clock, the simulator also its bus.
 */
export async function openDeps(config: Config, connection: Connection, log: Log, given?: Clock, listen = startBus) {
  const direct = config.directDatabaseUrl ? connectionTo(config.directDatabaseUrl) : connection;
  const primary = config.databaseUrl ? primaryOf(config.databaseUrl) : undefined;
  primary?.onMove((name) => log.warn({ server: name }, 'another database server takes the writes now'));
  const bus = await listen(direct, log);
  const tracing = await openTracing(config, log);
  const { db, pool, cut, onWait } = connect(connection, log, config.databasePool, {
    isUp: () => bus.databaseUp,
    isPooled: config.directDatabaseUrl !== undefined,
    onReadOnly: primary?.doubt,
    onQuery: tracing.isOn ? tracing.noteQuery : undefined,
  });
  bus.onDatabaseDown(cut);
  const replica = config.replicaUrl
    ? await openReplica({
        connection: { connectionString: config.replicaUrl },
        primary: db,
        log,
        size: config.databasePool,
        onQuery: tracing.isOn ? tracing.noteQuery : undefined,
      })
    : undefined;
  const watched = !given && config.isProduction ? await watchDatabaseClock(db, log) : undefined;
  const clock = standingClock(given ?? watched ?? systemClock);
  const jobs = createJobs(direct, log, tracing);
  const school = await watchSchool({ db, config, bus, log });
  const files = noticeMissingFiles(openFiles(config), log);
  const deps: Deps = {
    config,
    school,
    site: await watchSite({ db, bus, log }),
    db,
    replica,
    pool: Object.assign(pool, { onWait }),
    tracing,
    bus,
    clock,
    jobs,
    mail: createMail({ config, school, jobs, db, clock, files, log }),
    files,
    outside: createOutside(),
    passwords: await createPasswords(tooManyLogins),
    pixProvider: openProvider(config, school),
    plainCookiesUntil: new Date((await findRenamingOfCookies(db)).getTime() + PLAIN_NAMES_DAYS * DAY_MS),
    log,
  };
  const close = async () => {
    watched?.stop();
    await jobs.stop();
    await bus.stop();
    await replica?.stop();
    await db.destroy();
    await tracing.stop();
  };
  return { deps, close };
}
