import type { Privacy } from '#contract/people/privacy.ts';
import { DAY_MS } from '#contract/time.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { listProofViews } from '#server/features/money/payments/proof-records.service.ts';
import { eraseUser, refuseIfLastAdmin } from '#server/features/people/accounts/administration.service.ts';
import { requireOwner } from '#server/features/people/accounts/profile.service.ts';
import { notifyOwnerOfChange, openSecurityLink } from '#server/features/people/accounts/security-notices.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { recordAcceptedTerms } from '#server/features/platform/users/user-states.service.ts';
import { AppError } from '#server/http/errors.ts';
import type { createSessions, SessionUser } from '#server/http/sessions.ts';
import { runEach } from '#server/jobs/each.ts';
import { DELETION_WAIT_DAYS } from './privacy.rules.ts';
import {
  deleteDeletion,
  findDeletion,
  insertDeletion,
  listConsents,
  listDueDeletions,
  lockDueDeletion,
} from './privacy.store.ts';

const BATCH = 50;

export async function readPrivacy(deps: Deps, self: SessionUser) {
  const [consents, deletion, proofViews] = await Promise.all([
    listConsents(deps.db, self.id),
    findDeletion(deps.db, self.id),
    listProofViews(deps, self.id),
  ]);
  return { termsVersion: deps.site.now.termsVersion, consents, deletion: deletion ?? null, proofViews };
}

export async function acceptTerms(deps: Deps, self: SessionUser, version: Privacy['termsVersion']): Promise<void> {
  if (version !== deps.site.now.termsVersion) {
    throw new AppError('state_conflict', 'Há uma versão mais nova dos termos. Leia e aceite a atual.', {
      status: deps.site.now.termsVersion,
    });
  }
  await recordAcceptedTerms(deps.db, self.id, version, deps.clock.now());
}

export async function requestOwnDeletion(
  deps: Deps,
  sessions: ReturnType<typeof createSessions>,
  self: SessionUser,
  password: string | undefined,
) {
  await requireOwner(deps, sessions, self, password);
  return transact(deps, async (tx) => {
    await refuseIfLastAdmin(tx, self.id);
    const now = deps.clock.now();
    const dueAt = new Date(now.getTime() + DELETION_WAIT_DAYS * DAY_MS);
    if (await insertDeletion(tx, self.id, now, dueAt)) {
      const linkId = await openSecurityLink(deps, tx, self, 'deletion_requested');
      await deps.mail.send(tx, 'deletion_requested', linkId, { userId: self.id, linkId });
      await recordAudit(tx, {
        at: now,
        actorId: self.id,
        action: 'user.deletion_requested',
        subject: `user:${self.id}`,
      });
    }
    return (await findDeletion(tx, self.id)) ?? { requestedAt: now, dueAt };
  });
}

export async function cancelOwnDeletion(deps: Deps, self: SessionUser): Promise<void> {
  await transact(deps, async (tx) => {
    if (await withdrawDeletion(deps, tx, self.id)) await notifyOwnerOfChange(deps, tx, self, 'deletion_withdrawn');
  });
}

/** True when there was one to withdraw. */
export async function withdrawDeletion(deps: Deps, tx: Tx, userId: string): Promise<boolean> {
  if (!(await deleteDeletion(tx, userId))) return false;
  const at = deps.clock.now();
  await recordAudit(tx, { at, actorId: userId, action: 'user.deletion_cancelled', subject: `user:${userId}` });
  return true;
}

/** Removes the accounts whose waiting period is over, a bounded number at a time; hands back how many. */
export async function deleteDueAccounts(deps: Deps, sessions: ReturnType<typeof createSessions>): Promise<number> {
  let removed = 0;
  await runEach(deps, {
    work: 'account-deletions',
    limit: BATCH,
    list: (pausing, limit) => listDueDeletions(deps.db, { now: deps.clock.now(), pausing, limit }),
    idOf: (id) => id,
    async run(id) {
      const erased = await transact(deps, async (tx, after) => {
        // The request may have been withdrawn since the list was read.
        if (!(await lockDueDeletion(tx, id, deps.clock.now()))) return false;
        await eraseUser(deps, sessions, { tx, after }, id, null);
        return true;
      }).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        // The last administrator: stays until there is another one.
        deps.log.warn({ err: error }, 'an account cannot be deleted yet');
        return false;
      });
      if (erased) removed += 1;
    },
  });
  return removed;
}
