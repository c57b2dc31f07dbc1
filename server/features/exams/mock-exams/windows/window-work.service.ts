import { screens } from '#contract/screens.ts';
import { HOUR_MS, TIME_ZONE } from '#contract/time.ts';
import { certainTime, isInSync } from '#server/clock.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { notify } from '#server/features/platform/notifications/notifications.service.ts';
import { runAll, runEach } from '#server/jobs/each.ts';
import { defineUpkeep } from '#server/jobs/upkeep.ts';
import { overdueBefore } from '../grading/deadline.ts';
import { renewStaleRankings } from '../ranking/ranking-work.service.ts';
import { endWindow, listTakers, listToEnd, listToRemind, markReminded } from './windows.store.ts';

const WINDOW_JOB = 'quiz-windows';
const WINDOWS_AT_ONCE = 100;

const dayOf = new Intl.DateTimeFormat('pt-BR', { timeZone: TIME_ZONE, day: '2-digit', month: '2-digit' });
const timeOf = new Intl.DateTimeFormat('pt-BR', { timeZone: TIME_ZONE, hour: '2-digit', minute: '2-digit' });

/** A window over midnight closes on another day, and says on which. */
const untilWhen = (opensAt: Date, closesAt: Date) =>
  dayOf.format(opensAt) === dayOf.format(closesAt)
    ? `até as ${timeOf.format(closesAt)}`
    : `até ${dayOf.format(closesAt)} às ${timeOf.format(closesAt)}`;

/** Reminds those who confirmed, once, an hour before the window opens. Returns the number of windows. */
export async function remindOfWindows(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  const soon = new Date(now.getTime() + HOUR_MS);
  const { done } = await runEach(deps, {
    work: `${WINDOW_JOB}/remind`,
    limit: WINDOWS_AT_ONCE,
    list: (pausing, limit) => listToRemind(deps.db, { now, before: soon, pausing, limit }),
    idOf: ({ quizId }) => quizId,
    run: ({ quizId, title, opensAt, closesAt, userIds }) =>
      transact(deps, async (tx) => {
        await notify(deps, tx, {
          kind: 'quiz_window',
          userIds,
          title: `"${title}" abre às ${timeOf.format(opensAt)}`,
          text: `Você confirmou presença. O simulado fica aberto ${untilWhen(opensAt, closesAt)}.`,
          path: screens.quiz(quizId),
          key: `window:${quizId}:${opensAt.toISOString()}:opens`,
        });
        await markReminded(tx, quizId, opensAt, now);
      }),
  });
  return done;
}

/** Ends the windows whose results are due, and returns the count. */
export async function endWindows(deps: Deps): Promise<number> {
  if (!isInSync(deps.clock)) return 0;
  const before = overdueBefore(certainTime(deps.clock));
  const { done } = await runEach(deps, {
    work: `${WINDOW_JOB}/end`,
    limit: WINDOWS_AT_ONCE,
    list: (pausing, limit) => listToEnd(deps.db, { before, pausing, limit }),
    idOf: ({ quizId }) => quizId,
    run: (window) => endWindowOf(deps, window),
  });
  return done;
}

/** Ends a window whose attempts are all graded: its questions are no longer secret, and its takers are notified. */
export async function endWindowOf(deps: Deps, { quizId, title }: { quizId: number; title: string }): Promise<void> {
  await transact(deps, async (tx) => {
    if (!(await endWindow(tx, quizId, certainTime(deps.clock)))) return;
    await deps.jobs.send(tx, 'rank-quiz', { quizId });
    await notify(deps, tx, {
      kind: 'quiz_window',
      userIds: await listTakers(tx, quizId),
      title: `Saiu o resultado de "${title}"`,
      text: 'Veja a sua nota, o gabarito, os comentários e o ranking.',
      path: screens.quiz(quizId),
      key: `window:${quizId}:results`,
    });
  });
}

export function defineWindowWork(deps: Deps): void {
  defineUpkeep(deps, {
    name: WINDOW_JOB,
    every: '* * * * *',
    async run() {
      const counts = { reminded: 0, ended: 0, rankings: 0 };
      const steps = [
        async () => {
          counts.reminded = await remindOfWindows(deps);
        },
        async () => {
          counts.ended = await endWindows(deps);
        },
        async () => {
          counts.rankings = await renewStaleRankings(deps, `${WINDOW_JOB}/rank`);
        },
      ];
      await runAll(steps, (step) => step());
      return counts;
    },
  });
}
