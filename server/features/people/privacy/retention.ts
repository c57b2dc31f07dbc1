import { DAY_MS } from '#contract/time.ts';
import type { Deps } from '#server/deps.ts';
import { releaseOldProofs } from '#server/features/money/payments/proof-records.service.ts';
import { releaseOldRefundFiles } from '#server/features/money/payments/refund-files.service.ts';
import { forgetOldPayers } from '#server/features/money/statements/statements.service.ts';
import { deleteOldAccessRecords } from '#server/http/sessions.store.ts';
import type { createSessions } from '#server/http/sessions.ts';
import { runSteps } from '#server/jobs/each.ts';
import { defineUpkeep, inBatches } from '#server/jobs/upkeep.ts';
import { ACCESS_RECORD_DAYS } from './privacy.rules.ts';
import { deleteDueAccounts } from './privacy.service.ts';

/** What the privacy policy promises to forget, and when. */
export function defineRetention(deps: Deps, sessions: ReturnType<typeof createSessions>): void {
  const ago = (days: number) => new Date(deps.clock.now().getTime() - days * DAY_MS);

  defineUpkeep(deps, {
    name: 'retention',
    every: '20 4 * * *',
    run: () =>
      runSteps(deps, 'retention', {
        accessRecords: () => inBatches((limit) => deleteOldAccessRecords(deps.db, ago(ACCESS_RECORD_DAYS), limit)),
        proofs: () => releaseOldProofs(deps, ago(deps.config.proofRetentionDays)),
        statementPayers: () => forgetOldPayers(deps, ago(deps.config.proofRetentionDays)),
        refundFiles: () => releaseOldRefundFiles(deps, ago(deps.config.proofRetentionDays)),
      }),
  });

  defineUpkeep(deps, {
    name: 'account-deletions',
    every: '50 * * * *',
    run: async () => ({ accounts: await deleteDueAccounts(deps, sessions) }),
  });
}
