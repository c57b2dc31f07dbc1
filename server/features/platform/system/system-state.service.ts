import type { SystemState } from '#contract/platform/admin-system.ts';
import { findMailPause, resumeMail } from '#server/backup/paused-mail.store.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { countPushes } from '#server/features/platform/push/delivery.service.ts';
import { notFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { listRuns } from '#server/jobs/upkeep.store.ts';
import { version } from '#server/version.ts';
import { workersState } from '#server/workers/state.ts';
import { readStoredMail } from './stored-mails.service.ts';
import {
  countFailedMailRows,
  describeDatabase,
  describeQueues,
  findLastBackup,
  listFailedMailRows,
  makeMailsDue,
} from './system-state.store.ts';

const MAILS_SHOWN = 100;

export async function readSystemState(deps: Deps, startedAt: Date) {
  const { db, pool, config } = deps;
  const [database, queues, runs, backup, heldSince, push] = await Promise.all([
    describeDatabase(db),
    describeQueues(db),
    listRuns(db),
    findLastBackup(db),
    findMailPause(db),
    countPushes(deps),
  ]);
  const mails = queues.find(({ name }) => name === 'mail');
  const storage = runs.find(({ name }) => name === 'storage');
  return {
    version,
    node: process.version,
    startedAt,
    workers: workersState(),
    clockSkewSeconds: deps.clock.skewSeconds?.() ?? 0,
    database,
    replica: deps.replica?.state ?? null,
    pool: { busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount },
    queues,
    storage: { kind: kindOf(config), measured: storage ? measured(storage) : null },
    heldMail: heldSince ? { restoredAt: heldSince, waiting: mails?.waiting ?? 0 } : null,
    storedMail: await readStoredMail(deps),
    push,
    lastBackup: backup ?? null,
    upkeep: runs.map(({ name, ranAt, result }) => ({ name, at: ranAt, result })),
  };
}

const kindOf = (config: Deps['config']): SystemState['storage']['kind'] => (config.s3 ? 's3' : 'disk');

const measured = ({ ranAt, result }: { ranAt: Date; result: Record<string, number> }) => ({
  at: ranAt,
  files: result.files ?? 0,
  bytes: result.bytes ?? 0,
});

export const countFailedMails = (deps: Deps) => countFailedMailRows(deps.db);

export const readLastBackup = async (deps: Deps): Promise<Date | undefined> => (await findLastBackup(deps.db))?.at;

export const listFailedMails = (deps: Deps) => listFailedMailRows(deps.db, MAILS_SHOWN);

/** One, or all that have failed. The queue deduplicates by id: a mail that is on its way is not sent twice. */
export async function retryMails(deps: Deps, admin: SessionUser, id?: string): Promise<number> {
  const retried = await transact(deps, async (tx) => {
    const at = deps.clock.now();
    const changed = await makeMailsDue(tx, id);
    if (changed > 0) {
      const subject = id ? `mail:${id}` : 'mail:all';
      await recordAudit(tx, { at, actorId: admin.id, action: 'mail.retried', subject, details: { count: changed } });
    }
    return changed;
  });
  if (id && retried === 0) throw notFound('Este e-mail já foi enviado ou não existe mais.');
  return retried;
}

export const MAIL_PAUSE_TOPIC = 'mail-hold';

/** From now on this is the school, no longer a copy of it. */
export async function releaseMail(deps: Deps, admin: SessionUser): Promise<void> {
  await transact(deps, async (tx) => {
    const at = deps.clock.now();
    if (!(await resumeMail(tx, at))) return;
    await recordAudit(tx, { at, actorId: admin.id, action: 'mail.released', subject: 'mail:all', details: {} });
    await deps.bus.publish(tx, MAIL_PAUSE_TOPIC, '');
  });
}
