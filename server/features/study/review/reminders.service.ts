import { isKindFor } from '#contract/platform/notifications.ts';
import { screens } from '#contract/screens.ts';
import type { ReviewReminder } from '#contract/study/review.ts';
import { HOUR_MS } from '#contract/time.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { hasAccess } from '#server/features/money/access/access.service.ts';
import { notify } from '#server/features/platform/notifications/notifications.service.ts';
import { AppError } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { runEach } from '#server/jobs/each.ts';
import { defineUpkeep } from '#server/jobs/upkeep.ts';
import { addDays, dayOf, momentOn } from '#server/time/calendar.ts';
import * as store from './reminders.store.ts';
import { prepareReviewSummary } from './review.service.ts';

const REMINDER_JOB = 'review-reminders';
const AT_ONCE = 100;
/** One run of the minute: the next one goes on where it stopped. */
const RUN_MS = 40_000;
/** A reminder that is later than this is not sent. */
const LATEST_MS = 2 * HOUR_MS;

/** The next time that the wall shows this hour. */
export function nextAt(hour: number, now: Date): Date {
  const today = dayOf(now);
  const at = momentOn(today, (hour * HOUR_MS) / 1000);
  return at > now ? at : momentOn(addDays(today, 1), (hour * HOUR_MS) / 1000);
}

export async function readReminder(deps: Deps, user: SessionUser): Promise<ReviewReminder> {
  return { hour: (await store.findReminder(deps.db, user.id))?.hour ?? null };
}

export async function setReminder(deps: Deps, user: SessionUser, { hour }: ReviewReminder): Promise<ReviewReminder> {
  if (!isKindFor('review_waiting', user.role)) {
    throw new AppError('bad_request', 'Só quem estuda é lembrado da revisão.');
  }
  if (hour === null) await store.deleteReminder(deps.db, user.id);
  else await store.saveReminder(deps.db, user.id, { hour, nextAt: nextAt(hour, deps.clock.now()) });
  return readReminder(deps, user);
}

type Due = Awaited<ReturnType<typeof store.listDue>>[number];

/** The minutes to remind of; 0 for a user who has no access, or has finished the review. */
async function waitingMinutes(deps: Deps, { userId, role, status, nextAt: at }: Due): Promise<number> {
  const isLate = deps.clock.now().getTime() - at.getTime() > LATEST_MS;
  if (isLate || role !== 'student' || status !== 'active' || !(await hasAccess(deps, deps.db, userId))) return 0;
  return (await prepareReviewSummary(deps, userId)).minutes;
}

/** Whether the student was reminded. */
async function remind(deps: Deps, due: Due): Promise<boolean> {
  const { userId } = due;
  const minutes = await waitingMinutes(deps, due);
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    const isOurs = await store.moveOn(tx, { userId, nextAt: due.nextAt, to: nextAt(due.hour, now) });
    if (!isOurs || minutes === 0) return false;
    await notify(deps, tx, {
      userId,
      kind: 'review_waiting',
      title: 'Sua revisão de hoje espera por você',
      text: `Leva cerca de ${minutes} min.`,
      path: screens.review,
      key: `review:${dayOf(now)}`,
      replacesOlder: true,
    });
    return true;
  });
}

/** Reminds every student whose hour has come, once a day. */
export async function remindOfReviews(deps: Deps): Promise<{ reminders: number }> {
  let reminders = 0;
  await runEach(deps, {
    work: REMINDER_JOB,
    limit: AT_ONCE,
    untilEmpty: true,
    budgetMs: RUN_MS,
    list: (pausing, limit) => store.listDue(deps.db, { now: deps.clock.now(), pausing, limit }),
    idOf: ({ userId }) => userId,
    async run(due) {
      if (await remind(deps, due)) reminders += 1;
    },
  });
  return { reminders };
}

export function defineReviewReminders(deps: Deps): void {
  defineUpkeep(deps, { name: REMINDER_JOB, every: '* * * * *', run: () => remindOfReviews(deps) });
}
