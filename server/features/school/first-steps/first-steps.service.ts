import type { FirstStepName, FirstSteps } from '#contract/school/first-steps.ts';
import { readAsOne } from '#server/db/as-one.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { defaultOffer, listOnSale } from '#server/features/money/offers/offers.service.ts';
import { activeReads } from '#server/features/people/accounts/administration.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { findMailProof } from '#server/features/platform/settings/mail-proof.service.ts';
import { summariseStoredMails } from '#server/features/platform/system/stored-mails.service.ts';
import { countFailedMails } from '#server/features/platform/system/system-state.service.ts';
import { readOpenClaims } from '#server/features/school/site-pages/site-pages.service.ts';
import { examplePix } from '#server/pix/pix.ts';
import { hasOwnIdentity } from '#server/school/school.ts';
import { withStates } from './first-steps.rules.ts';
import { deleteSkip, insertSkip, stepReads } from './first-steps.store.ts';

/** Reads every fact without a cache, so that a broken step shows at the next visit of the home. */
export async function readFirstSteps(deps: Deps): Promise<FirstSteps> {
  const { schoolName, logo, pix } = deps.school.now;
  const offer = await defaultOffer(deps.db);
  const [found, onSale, claims, storedMails, failed, proof] = await Promise.all([
    readAsOne(deps.db, { ...stepReads(), ...activeReads(deps) }),
    listOnSale(deps),
    readOpenClaims(deps),
    summariseStoredMails(deps),
    countFailedMails(deps),
    findMailProof(deps),
  ]);
  return withStates(
    {
      brand: { schoolName, hasOwnName: hasOwnIdentity(deps.school.now), hasLogo: logo !== null },
      payment: {
        hasProvider: deps.pixProvider !== undefined,
        hasKey: pix.key !== examplePix.key,
        hasReceived: found.received[0]?.found ?? false,
      },
      mail: { isSent: proof !== null, stored: storedMails.count, failed },
      price: {
        priceCents: offer.price,
        isOnSale: onSale.some(({ id }) => id === offer.id),
        hasEnd: offer.rule.kind !== 'exam_months' || offer.defaultExamId !== null,
      },
      claims: { open: claims?.count ?? 0 },
      people: { students: found.students[0]?.count ?? 0, teachers: found.activeTeachers[0]?.count ?? 0 },
    },
    new Set(found.skips.map(({ step }) => step)),
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
