import { ACCESS_NOTICE_DAYS, ENDING_ACCESS_DAYS, ENDING_ACCESS_SHOWN } from '#contract/money/access.ts';
import { screens } from '#contract/screens.ts';
import { daysBetween, writtenDay } from '#contract/time.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { readLeft } from '#server/features/money/corrections/corrections.service.ts';
import { notify } from '#server/features/platform/notifications/notifications.service.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { runEach } from '#server/jobs/each.ts';
import { defineUpkeep } from '#server/jobs/upkeep.ts';
import { addDays, dayOf } from '#server/time/calendar.ts';
import {
  bindExam,
  bindFollowed,
  endGrantOf,
  endGrantsOf,
  hasGrantInForce,
  insertGrant,
  type LastDay,
  listEndingOn,
  listFirstEnding,
  listLastDays,
  listLastDaysBy,
  listPeriods,
  type NewGrant,
  settleEnds,
} from './access.store.ts';

/** Access is any grant in force; which day a grant reaches says the view `access_periods`. */

const ENDLESS = 'infinity';
const shownDay = (day: string): string | null => (day === ENDLESS ? null : day);

export async function grantAccess(deps: Deps, tx: Tx, grant: Omit<NewGrant, 'now' | 'today'>): Promise<void> {
  const now = deps.clock.now();
  await insertGrant(tx, { ...grant, now, today: dayOf(now) });
}

/** The order's money went back, or its approval was taken back. */
export const endAccess = (deps: Deps, tx: Tx, paymentId: number): Promise<boolean> =>
  endGrantOf(tx, paymentId, deps.clock.now());

/** Everything that a student's grants open ends now; hands back how many stood. */
export const endAccessOf = (deps: Deps, tx: Tx, userId: string): Promise<number> =>
  endGrantsOf(tx, userId, deps.clock.now(), dayOf(deps.clock.now()));

export const hasAccess = (deps: Deps, db: Db | Tx, userId: string): Promise<boolean> =>
  hasGrantInForce(db, userId, dayOf(deps.clock.now()));

type Period = Awaited<ReturnType<typeof listPeriods>>[number];

export async function readMyAccess(deps: Deps, user: Pick<SessionUser, 'id' | 'role'>) {
  if (user.role !== 'student') return { active: true, endsOn: null, rule: null, exam: null, courses: null };
  const periods = await listPeriods(deps.db, user.id);
  const [first] = periods;
  if (!first) return { active: false, endsOn: null, rule: null, exam: null, courses: null };
  const today = dayOf(deps.clock.now());
  const { kind, count, until, examId, examName, examDate } = first;
  return {
    ...accessOf(first, today),
    courses: allCourses(periods.filter((period) => accessOf(period, today).active)),
    correctionsLeft: await readLeft(deps.db, user.id, deps.clock.now()),
    rule: { kind, count, until },
    exam:
      kind === 'exam_months' && examId !== null && examName !== null && examDate !== null
        ? { id: examId, name: examName, date: examDate }
        : null,
  };
}

const accessOf = ({ endsOn, stands, courses }: Period, today: string) => ({
  active: stands && endsOn >= today,
  endsOn: shownDay(endsOn),
  courses,
});

/** What several grants open together; null: everything, or there is none of which it could be said. */
function allCourses(periods: readonly Period[]) {
  if (periods.length === 0 || periods.some(({ courses }) => courses === null)) return null;
  const byId = new Map(periods.flatMap(({ courses }) => courses ?? []).map((course) => [course.id, course]));
  return [...byId.values()].sort((a, b) => a.title.localeCompare(b.title, 'pt-BR'));
}

/** What each order of a student opened; of several grants of one order the one that stands, else the last. */
export async function readAccessByOrder(deps: Deps, userId: string) {
  const today = dayOf(deps.clock.now());
  const byOrder = new Map<number, ReturnType<typeof accessOf>>();
  for (const period of await listPeriods(deps.db, userId)) {
    if (period.paymentId !== null && !byOrder.has(period.paymentId)) {
      byOrder.set(period.paymentId, accessOf(period, today));
    }
  }
  return byOrder;
}

/** A student follows an exam, or none any more. */
export const followedExamChanged = (deps: Deps, tx: Tx, userId: string, examId: number | null): Promise<void> =>
  bindExam(tx, userId, examId, dayOf(deps.clock.now()));

/**
 * Changes an exam, or the exam of an offer, and notifies the students whose access end moves. `change` runs between
 * the two reads of the ends. Removing an exam after its day keeps the ends.
 */
export async function withMovedEnds<T>(
  deps: Deps,
  tx: Tx,
  cause: { examId: number; isGoing?: boolean } | { offerId: number },
  key: string,
  change: () => Promise<T>,
): Promise<T> {
  if ('isGoing' in cause && cause.isGoing) await settleEnds(tx, cause.examId, dayOf(deps.clock.now()));
  const before = await listLastDaysBy(tx, cause);
  const result = await change();
  const ids = before.map(({ userId }) => userId);
  if (ids.length > 0) await notifyMovedEnds(deps, tx, key, before, await listLastDays(tx, ids));
  return result;
}

async function notifyMovedEnds(
  deps: Deps,
  tx: Tx,
  key: string,
  before: readonly LastDay[],
  now: readonly LastDay[],
): Promise<void> {
  const earlier = new Map(before.map(({ userId, endsOn }) => [userId, endsOn]));
  const moved = now.filter(({ userId, endsOn }) => earlier.get(userId) !== endsOn);
  for (const [endsOn, people] of Map.groupBy(moved, (one) => one.endsOn)) {
    await notify(deps, tx, {
      userIds: people.map(({ userId }) => userId),
      kind: 'access_ending',
      key,
      title: endsOn === ENDLESS ? 'Seu acesso não tem mais fim' : `Seu acesso agora vai até ${writtenDay(endsOn)}`,
      text: 'A prova que conta para o seu acesso mudou, e o fim dele mudou com ela.',
      path: screens.myPurchase,
    });
  }
}

/** 15/11/2026 */

const ENDING_JOB = 'access_ending';

/** Runs several times a day, so that a server that was down catches up. Each student is notified once. */
export async function notifyEndingAccess(deps: Deps): Promise<{ days: number }> {
  const today = dayOf(deps.clock.now());
  await bindFollowed(deps.db, today);
  const days = ACCESS_NOTICE_DAYS.map((count) => addDays(today, count));
  const { done } = await runEach(deps, {
    work: ENDING_JOB,
    limit: days.length + 1,
    list: (pausing) => listEndingOn(deps.db, days, pausing),
    idOf: ({ endsOn }) => endsOn,
    run({ endsOn, userIds }) {
      const left = daysBetween(today, endsOn);
      return transact(deps, (tx) =>
        notify(deps, tx, {
          userIds,
          kind: 'access_ending',
          key: `access:${endsOn}:${left}`,
          title: left === 1 ? 'Seu acesso termina amanhã' : `Seu acesso termina em ${left} dias`,
          text: `Você estuda até ${writtenDay(endsOn)}, inclusive. Para continuar, renove em Minha compra.`,
          path: screens.myPurchase,
        }),
      );
    },
  });
  return { days: done };
}

export function defineAccessWork(deps: Deps): void {
  defineUpkeep(deps, { name: ENDING_JOB, every: '20 7-21 * * *', run: () => notifyEndingAccess(deps) });
}

/** For the home of the office: whose access ends first. */
export async function readEndingAccess(deps: Deps) {
  const today = dayOf(deps.clock.now());
  const rows = await listFirstEnding(deps.db, {
    today,
    until: addDays(today, ENDING_ACCESS_DAYS),
    limit: ENDING_ACCESS_SHOWN,
  });
  return { people: rows.map((row) => ({ ...row, daysLeft: daysBetween(today, row.endsOn) })) };
}
