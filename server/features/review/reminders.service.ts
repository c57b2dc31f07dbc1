import { isKindFor } from '../../../contract/notifications.ts';
import type { ReviewReminder } from '../../../contract/review.ts';
import { screens } from '../../../contract/screens.ts';
import { HOUR_MS } from '../../../contract/time.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/errors.ts';
import type { SessionUser } from '../../http/sessions.ts';
import { addDays, dayOf, momentOn } from '../../time/calendar.ts';
import { hasAccess } from '../access/access.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import * as store from './reminders.store.ts';
import { readReviewPart } from './review.service.ts';

const AT_ONCE = 100;
/** One run of the minute: the next one goes on where it stopped. */
const RUN_MS = 40_000;
/** Later than this nobody is reminded of an hour that is over. */
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

/** What there is to be told of; nothing for who cannot open it, or has done it. */
async function waitingMinutes(deps: Deps, { userId, role, status, nextAt: at }: Due): Promise<number> {
  const isLate = deps.clock.now().getTime() - at.getTime() > LATEST_MS;
  if (isLate || role !== 'student' || status !== 'active' || !(await hasAccess(deps, deps.db, userId))) return 0;
  return (await readReviewPart(deps, userId)).minutes;
}

async function remind(deps: Deps, due: Due): Promise<void> {
  const { userId } = due;
  const minutes = await waitingMinutes(deps, due).catch((error: unknown) => {
    // One student's fault must not hold up those after them, minute by minute.
    deps.log.error({ err: error, userId }, 'a review could not be looked at for its reminder');
    return 0;
  });
  const now = deps.clock.now();
  await transact(deps, async (tx) => {
    const isOurs = await store.moveOn(tx, { userId, nextAt: due.nextAt, to: nextAt(due.hour, now) });
    if (!isOurs || minutes === 0) return;
    await notify(deps, tx, {
      userId,
      kind: 'review_waiting',
      title: 'Sua revisão de hoje espera por você',
      text: `Leva cerca de ${minutes} min.`,
      path: screens.review,
      key: `review:${dayOf(now)}`,
      replacesOlder: true,
    });
  });
}

/** Everybody whose hour has come, once a day each. */
export async function remindOfReviews(deps: Deps): Promise<void> {
  const began = performance.now();
  for (;;) {
    const due = await store.listDue(deps.db, deps.clock.now(), AT_ONCE);
    for (const one of due) await remind(deps, one);
    if (due.length < AT_ONCE || performance.now() - began > RUN_MS) return;
  }
}

export function defineReviewReminders(deps: Deps): void {
  deps.jobs.define({ name: 'review-reminders', every: '* * * * *', run: () => remindOfReviews(deps) });
}
