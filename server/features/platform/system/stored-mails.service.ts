import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { findMailProof } from '#server/features/platform/settings/mail-proof.service.ts';
import { AppError } from '#server/http/errors.ts';
import { countStoredMails, findNewestStored, takeStoredMails } from '#server/mail/sent-mails.store.ts';

const JOB = 'release-stored-mails';
const CHUNK = 100;

export async function readStoredMail(deps: Deps) {
  const kinds = await countStoredMails(deps.db);
  return { isSent: deps.mail.transport() !== null, isProven: (await findMailProof(deps)) !== null, kinds };
}

export async function summariseStoredMails(deps: Deps) {
  const kinds = await countStoredMails(deps.db);
  const oldest = kinds.reduce<Date | null>(
    (first, { oldestAt }) => (first && first < oldestAt ? first : oldestAt),
    null,
  );
  return {
    count: kinds.reduce((sum, { count }) => sum + count, 0),
    oldestAt: oldest?.toISOString() ?? null,
    isSent: deps.mail.transport() !== null,
  };
}

/** Only with a mail server that was proven to deliver: lost mails cannot be sent again. */
export async function releaseStored(deps: Deps, admin: { id: string }, send: boolean): Promise<void> {
  if (send && (deps.mail.transport() === null || (await findMailProof(deps)) === null)) {
    throw new AppError('mail_failed', 'O e-mail ainda não foi comprovado. Digite o código da carta de teste.');
  }
  const newest = await findNewestStored(deps.db);
  // The key makes a second press for the same e-mails the same job.
  if (newest) await deps.jobs.send(deps.db, JOB, { send, by: admin.id }, { key: `${newest} ${send}` });
}

/** Chunk by chunk: an e-mail leaves the wait in the transaction that enqueues it, so that none is sent twice. */
export function defineStoredMailRelease(deps: Deps): void {
  deps.jobs.define<{ send: boolean; by: string }>({
    name: JOB,
    retries: 5,
    async run({ send, by }) {
      let taken: number;
      do {
        taken = await transact(deps, async (tx) => {
          const resendKeys = await takeStoredMails(tx, CHUNK);
          if (send) for (const resendKey of resendKeys) await deps.mail.again(tx, resendKey);
          const details = { send, count: resendKeys.length };
          const event = { actorId: by, action: 'mail.stored_released', subject: 'mail:all', details };
          if (resendKeys.length > 0) await recordAudit(tx, { at: deps.clock.now(), ...event });
          return resendKeys.length;
        });
      } while (taken === CHUNK);
    },
  });
}
