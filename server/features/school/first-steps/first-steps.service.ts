import type { FirstStepName, FirstSteps } from '#contract/school/first-steps.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { defaultOffer, listOnSale } from '#server/features/money/offers/offers.service.ts';
import { countUsers } from '#server/features/people/accounts/administration.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { findMailProof } from '#server/features/platform/settings/mail-proof.service.ts';
import { summariseStoredMails } from '#server/features/platform/system/stored-mails.service.ts';
import { countFailedMails } from '#server/features/platform/system/system-state.service.ts';
import { readOpenClaims } from '#server/features/school/site-pages/site-pages.service.ts';
import { examplePix } from '#server/pix/pix.ts';
import { hasOwnIdentity } from '#server/school/school.ts';
import { withStates } from './first-steps.rules.ts';
import { deleteSkip, hasReceivedMoney, insertSkip, listSkips } from './first-steps.store.ts';

/** Reads every fact without a cache, so that a broken step shows at the next visit of the home. */
export async function readFirstSteps(deps: Deps): Promise<FirstSteps> {
  const { schoolName, logo, pix } = deps.school.now;
  const offer = await defaultOffer(deps.db);
  const [onSale, claims, storedMails, failed, proof, received, students, teachers, skips] = await Promise.all([
    listOnSale(deps),
    readOpenClaims(deps),
    summariseStoredMails(deps),
    countFailedMails(deps),
    findMailProof(deps),
    hasReceivedMoney(deps.db),
    countUsers(deps, { role: 'student', status: 'active' }),
    countUsers(deps, { role: 'teacher', status: 'active' }),
    listSkips(deps.db),
  ]);
  return withStates(
    {
      brand: { schoolName, hasOwnName: hasOwnIdentity(deps.school.now), hasLogo: logo !== null },
      payment: {
        hasProvider: deps.pixProvider !== undefined,
        hasKey: pix.key !== examplePix.key,
        hasReceived: received,
      },
      mail: { isSent: proof !== null, stored: storedMails.count, failed },
      price: {
        priceCents: offer.price,
        isOnSale: onSale.some(({ id }) => id === offer.id),
        hasEnd: offer.rule.kind !== 'exam_months' || offer.defaultExamId !== null,
      },
      claims: { open: claims?.count ?? 0 },
      people: { students, teachers },
    },
    skips,
  );
}

export async function skipStep(deps: Deps, admin: { id: string }, step: FirstStepName, isSkipped: boolean) {
  await transact(deps, async (tx) => {
    const at = deps.clock.now();
    const isChanged = isSkipped ? await insertSkip(tx, step, at) : await deleteSkip(tx, step);
    if (!isChanged) return;
    const action = isSkipped ? 'first_step.skipped' : 'first_step.resumed';
    await recordAudit(tx, { at, actorId: admin.id, action, subject: 'settings', details: { step } });
  });
  return readFirstSteps(deps);
}
