import { DAY_MS } from '#contract/time.ts';
import type { Deps } from '#server/deps.ts';
import { agreementOf, quadraticKappa } from './agreement.rules.ts';
import { countPairs, countReadEssays, listReaders } from './agreement.store.ts';

const AGREEMENT_DAYS = 365;

/** Severity and agreement of readers, for the owner. */
export async function readAgreement(deps: Deps) {
  const since = new Date(deps.clock.now().getTime() - AGREEMENT_DAYS * DAY_MS);
  const [pairs, readers, counts] = await Promise.all([
    countPairs(deps.db, since),
    listReaders(deps.db, since),
    countReadEssays(deps.db, since),
  ]);
  const figures = new Map(agreementOf(pairs).map((one) => [one.readerId, one]));
  return {
    ...counts,
    kappa: quadraticKappa(pairs),
    readers: readers.flatMap(({ readerId, name, readings }) => {
      const found = figures.get(readerId);
      return found ? [{ name, readings, difference: found.difference, kappa: found.kappa }] : [];
    }),
  };
}
