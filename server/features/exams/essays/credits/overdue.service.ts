import { CORRECTION_RETURN_WORKING_DAYS } from '#contract/money/corrections.ts';
import { screens } from '#contract/screens.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { returnCorrection } from '#server/features/money/corrections/corrections.service.ts';
import { notify } from '#server/features/platform/notifications/notifications.service.ts';
import { runEach } from '#server/jobs/each.ts';
import { defineUpkeep } from '#server/jobs/upkeep.ts';
import { addDays, dayOf, startOfDay } from '#server/time/calendar.ts';
import { addWorkingDays, type HolidaySettings } from '#server/time/working-days.ts';
import { listOverdue, lockUndelivered } from './overdue.store.ts';
import { correctionOf } from './subject.ts';

const JOB = 'return-corrections';
const BATCH = 200;

/** The last promised day that is two working days ago on this day. */
export function lastOverdueDay(today: string, holidays: HolidaySettings): string {
  let day = today;
  while (addWorkingDays(day, CORRECTION_RETURN_WORKING_DAYS, holidays) > today) day = addDays(day, -1);
  return day;
}

/** Returns corrections of essays that the school has not returned in time. The essays stay in the queue. */
export function defineCorrectionReturns(deps: Deps): void {
  defineUpkeep(deps, {
    name: JOB,
    every: '35 * * * *',
    async run() {
      let returned = 0;
      const last = lastOverdueDay(dayOf(deps.clock.now()), deps.school.now.holidays);
      const dueBefore = startOfDay(addDays(last, 1));
      await runEach(deps, {
        work: JOB,
        limit: BATCH,
        list: (pausing, limit) => listOverdue(deps.db, { dueBefore, pausing, limit }),
        idOf: (id) => id,
        async run(id) {
          if (await returnOne(deps, id)) returned += 1;
        },
      });
      return { returned };
    },
  });
}

const returnOne = (deps: Deps, id: number): Promise<boolean> =>
  transact(deps, async (tx) => {
    const essay = await lockUndelivered(tx, id);
    if (!essay || !(await returnCorrection(tx, correctionOf(id), deps.clock.now()))) return false;
    await notify(deps, tx, {
      userId: essay.studentId,
      kind: 'essay_returned',
      title: 'Uma correção voltou para você',
      text: `A correção de “${essay.title}” passou do prazo: ela volta ao seu saldo, e a redação ainda será corrigida.`,
      path: screens.essay(id),
      key: `correction-returned:${id}`,
    });
    return true;
  });
