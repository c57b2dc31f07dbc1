import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSession } from '#server/testing/factories.ts';
import { fuzzRuns, fuzzSeed } from '#server/testing/fuzz-settings.ts';
import { moneyHistory, playHistory } from '#server/testing/money-histories.ts';
import { moneyLawViolations, reportViolations } from '#server/testing/money-law.ts';
import { usePixSchool } from '#server/testing/pix-school.ts';

/** FUZZ_SEED=7 FUZZ_RUNS=300 npx vitest run --project api server/features/money/charges/money-histories */
const school = usePixSchool();

it('an order whose part went back by transfer before its approval was taken back waits for a person, and is a case', async () => {
  const admin = await school.desk.admin();
  const history = [
    'open a charge',
    'pay',
    'tell the newest',
    'refund a part by transfer',
    'take the approval back',
  ] as const;
  const { paymentCode = '' } = await playHistory(school, admin, history);
  expect(await moneyLawViolations(school.test, school.bank(), paymentCode)).toEqual([]);
  const { status } = await school.test.deps.db
    .selectFrom('payments')
    .select('status')
    .where('payment_code', '=', paymentCode)
    .executeTakeFirstOrThrow();
  expect(status).toBe('analyzing');
});

it('after any history with a bank that misbehaves, every cent is where a person can see it, no order is paid and forgotten, and access follows the rules', async () => {
  const admin = await school.desk.admin();
  await fc.assert(
    fc.asyncProperty(moneyHistory, async (history) => {
      const { paymentCode = '' } = await playHistory(school, admin, history);
      expect(await moneyLawViolations(school.test, school.bank(), paymentCode)).toEqual([]);
    }),
    { seed: fuzzSeed, numRuns: fuzzRuns, endOnFailure: true },
  );
  const { test } = school;
  const as = { cookie: await createSession(test.deps.db, admin.id, test.clock.now()) };
  const to = test.clock.now().toISOString().slice(0, 10);
  expect(await reportViolations(test, as, { from: '2026-11-01', to })).toEqual([]);
}, 120_000);
