import { screens } from '../../../../contract/screens.ts';
import { HOUR_MS, TIME_ZONE } from '../../../../contract/time.ts';
import { certainTime, isSure } from '../../../clock.ts';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import { notify } from '../../notifications/notifications.service.ts';
import { overdueBefore } from '../grading/deadline.ts';
import { renewStaleRankings } from '../ranking/ranking-work.service.ts';
import { endWindow, listTakers, listToEnd, listToRemind, markReminded } from './windows.store.ts';

const dayOf = new Intl.DateTimeFormat('pt-BR', { timeZone: TIME_ZONE, day: '2-digit', month: '2-digit' });
const timeOf = new Intl.DateTimeFormat('pt-BR', { timeZone: TIME_ZONE, hour: '2-digit', minute: '2-digit' });

/** A window over midnight closes on another day, and says on which. */
const untilWhen = (opensAt: Date, closesAt: Date) =>
  dayOf.format(opensAt) === dayOf.format(closesAt)
    ? `até as ${timeOf.format(closesAt)}`
    : `até ${dayOf.format(closesAt)} às ${timeOf.format(closesAt)}`;

/** An hour before it opens, who confirmed is told, once. */
export async function remindOfWindows(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const soon = new Date(now.getTime() + HOUR_MS);
  for (const { quizId, title, opensAt, closesAt, userIds } of await listToRemind(deps.db, now, soon)) {
    await transact(deps, async (tx) => {
      await notify(deps, tx, {
        kind: 'quiz_window',
        userIds,
        title: `"${title}" abre às ${timeOf.format(opensAt)}`,
        text: `Você confirmou presença. O simulado fica aberto ${untilWhen(opensAt, closesAt)}.`,
        path: screens.quiz(quizId),
        key: `window:${quizId}:${opensAt.toISOString()}:opens`,
      });
      await markReminded(tx, quizId, opensAt, now);
    });
  }
}

export async function endWindows(deps: Deps): Promise<void> {
  if (!isSure(deps.clock)) return;
  for (const window of await listToEnd(deps.db, overdueBefore(certainTime(deps.clock))))
    await endWindowOf(deps, window);
}

/** Everything in it is graded: from now on its questions are like any others, and who took it is told. */
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
  deps.jobs.define({
    name: 'quiz-windows',
    every: '* * * * *',
    async run() {
      await remindOfWindows(deps);
      await endWindows(deps);
      await renewStaleRankings(deps);
    },
  });
}
