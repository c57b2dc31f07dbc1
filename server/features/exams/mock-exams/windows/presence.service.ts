import { HOUR_MS } from '#contract/time.ts';
import { type Carried, readAsOne } from '#server/db/as-one.ts';
import type { Deps } from '#server/deps.ts';
import { boughtCourses } from '#server/http/bought.ts';
import { AppError, requireFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { dayOf, startOfMinute } from '#server/time/calendar.ts';
import { isOver, overdueBefore } from '../grading/deadline.ts';
import { quizNotFound } from '../quiz-not-found.ts';
import { countAnswered } from '../taking/attempts.store.ts';
import { ownTimeOf } from '../taking/own-time.ts';
import { findPublishedQuiz } from '../taking/quizzes.store.ts';
import { areResultsOut } from './window-rules.ts';
import {
  countPresences,
  deletePresence,
  findWindow,
  insertPresence,
  type UpcomingRow,
  upcomingWindows,
} from './windows.store.ts';

const SHOWN = 4;
const IN_CALENDAR = 20;

/** An attempt that takes no answers any more and whose result waits for its window. */
export const isDelivered = (attempt: { submittedAt: Date | null; deadlineAt: Date }, now: Date): boolean =>
  attempt.submittedAt !== null || isOver(attempt.deadlineAt, now);

/** The query for the upcoming windows, to be batched with other reads. */
export const windowReads = (user: SessionUser, now: Date) => ({
  windows: upcomingWindows(user.id, {
    after: overdueBefore(now),
    today: dayOf(now),
    bought: boughtCourses(user, now),
    limit: SHOWN,
  }),
});
type WindowRows = readonly Carried<UpcomingRow>[];

const windowsOf = (rows: WindowRows, now: Date) =>
  rows.map(
    ({ deadlineAt, submittedAt, opensAt, closesAt, resultsAt, conduct, extraPercent, extraMinutes, ...row }) => ({
      ...row,
      own: ownTimeOf(
        { timeLimit: row.timeLimit, conduct },
        extraPercent === null ? null : { percent: extraPercent, minutes: extraMinutes ?? 0 },
      ),
      opensAt: new Date(opensAt),
      closesAt: new Date(closesAt),
      resultsAt: new Date(resultsAt),
      isDelivered:
        deadlineAt !== null &&
        isDelivered(
          { deadlineAt: new Date(deadlineAt), submittedAt: submittedAt === null ? null : new Date(submittedAt) },
          now,
        ),
    }),
  );

export async function listUpcomingWindows(deps: Deps, user: SessionUser) {
  const now = deps.clock.now();
  const { windows } = await readAsOne(deps.db, windowReads(user, now));
  const shown = windowsOf(windows, now).map(({ own, ...window }) => ({
    ...window,
    timeLimit: own?.timeLimit ?? window.timeLimit,
  }));
  return { windows: shown, serverTime: shown.length > 0 ? now : startOfMinute(now) };
}

/** How long before its opening an exam is the next thing to do. */
const NEAR_MS = HOUR_MS;

/** The exam that this student has before them now: open, or opening within the hour, and still to be handed in. */
export async function findExamNow(deps: Deps, user: SessionUser) {
  const now = deps.clock.now();
  if (user.role !== 'student') return null;
  return examNowOf((await readAsOne(deps.db, windowReads(user, now))).windows, user, now);
}

export function examNowOf(rows: WindowRows, user: SessionUser, now: Date) {
  if (user.role !== 'student') return null;
  const windows = windowsOf(rows, now);
  const isNow = (window: (typeof windows)[number]) =>
    !window.isDelivered &&
    window.opensAt.getTime() - now.getTime() <= NEAR_MS &&
    now.getTime() < window.closesAt.getTime();
  const found = windows.find(isNow);
  if (!found) return null;
  const { quizId, title, questionCount, timeLimit, own, opensAt, closesAt, resultsAt, endsForAll } = found;
  return {
    ...{ quizId, title, questionCount, timeLimit, opensAt, closesAt, resultsAt, endsForAll, serverTime: now },
    ...(own ? { extraTime: own } : {}),
  };
}

/** For the calendar feed, which has no session: access to a quiz is checked when the student opens it. */
export async function listWindowsOf(deps: Deps, userId: string) {
  const now = deps.clock.now();
  const wanted = { after: overdueBefore(now), today: dayOf(now), bought: null, limit: IN_CALENDAR };
  const { rows } = await upcomingWindows(userId, wanted).execute(deps.db);
  return rows.map(({ quizId, title, opensAt, closesAt }) => ({ quizId, title, opensAt, closesAt }));
}

/** What a student sees of the window of a quiz; null once the results are out, when it is like any other. */
export async function readShownWindow(
  deps: Deps,
  user: SessionUser,
  quizId: number,
  open: { id: number; submittedAt: Date | null; deadlineAt: Date; resultsAt: Date | null } | undefined,
) {
  const now = deps.clock.now();
  const window = await findWindow(deps.db, quizId);
  if (!window || areResultsOut(window.resultsAt, now)) return null;
  const delivered = open && open.resultsAt !== null && isDelivered(open, now) ? open : null;
  return {
    opensAt: window.opensAt,
    closesAt: window.closesAt,
    resultsAt: window.resultsAt,
    isDelivered: delivered !== null,
    delivered: delivered && {
      at: delivered.submittedAt ?? delivered.deadlineAt,
      answered: await countAnswered(deps.db, delivered.id),
    },
    endsForAll: window.lateStart === 'shortens',
    ...(await countPresences(deps.db, quizId, user.id)),
  };
}

/** Before it closes; again is the same. */
export async function confirmPresence(deps: Deps, user: SessionUser, quizId: number) {
  const quiz = await requireFound(findPublishedQuiz(deps.db, quizId), quizNotFound);
  const now = deps.clock.now();
  if (user.role !== 'student' || !quiz.closesAt || quiz.closesAt.getTime() <= now.getTime())
    throw new AppError('conflict', 'Este simulado não tem mais presença para confirmar.');
  await insertPresence(deps.db, quizId, user.id, now);
  return countPresences(deps.db, quizId, user.id);
}

export async function withdrawPresence(deps: Deps, user: SessionUser, quizId: number) {
  await deletePresence(deps.db, quizId, user.id);
  return countPresences(deps.db, quizId, user.id);
}
