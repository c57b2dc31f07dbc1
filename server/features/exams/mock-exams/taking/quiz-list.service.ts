import type { QueryOf } from '#contract/endpoint.ts';
import type { listQuizzes } from '#contract/exams/quiz-overview.ts';
import { percentOf } from '#contract/percent.ts';
import { DAY_MS } from '#contract/time.ts';
import type { Deps } from '#server/deps.ts';
import { extraOf, readRightInForce } from '#server/features/exams/exam-time/rights/rights.service.ts';
import { isAuthor } from '#server/http/access.ts';
import { boughtCourses } from '#server/http/bought.ts';
import { cursorOf, instant, readPage, rowId } from '#server/http/paging.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { closeDue } from '../grading/closing.service.ts';
import { isDelivered } from '../windows/presence.service.ts';
import { areResultsOut } from '../windows/window-rules.ts';
import { readWithheldAttempts } from './being-taken.service.ts';
import { ownTimeOf } from './own-time.ts';
import { countChosenQuizzes, countPublishedQuizzes, listPublishedQuizzes } from './quiz-list.store.ts';
import { asShown } from './quizzes.service.ts';

/** How long a quiz that one has not tried counts as new. */
const NEW_FOR_MS = 14 * DAY_MS;

const quizzesCursor = cursorOf({ at: instant, id: rowId });

export async function listForStudents(deps: Deps, user: SessionUser, query: QueryOf<typeof listQuizzes>) {
  const from = quizzesCursor.from(query);
  const chosen = { bought: boughtCourses(user, deps.clock.now()), filter: query.filter };
  await closeDue(deps, user.id);
  const [withheld, right] = await Promise.all([
    readWithheldAttempts(deps.db, user.id, deps.clock.now()),
    isAuthor(user) ? null : readRightInForce(deps.db, user.id, deps.clock.now()),
  ]);
  const { rows, ...page } = await readPage(from, {
    rows: (part) => listPublishedQuizzes(deps.db, user.id, { ...part, ...chosen }, [...withheld.keys()]),
    total: countChosenQuizzes(deps.db, user.id, chosen),
    positionOf: ({ publishedAt, id }) => ({ at: publishedAt ?? new Date(0), id }),
  });
  const now = deps.clock.now();
  const newSince = now.getTime() - NEW_FOR_MS;
  const quizzes = rows.map((row) => {
    const attemptCount = Number(row.attemptCount ?? 0);
    const publishedAt = row.publishedAt ?? new Date(0);
    return {
      ...asShown(row),
      timeLimit: ownTimeOf(row, right && extraOf(right))?.timeLimit ?? row.timeLimit,
      publishedAt,
      isTrueFalse: row.isTrueFalse,
      attemptCount,
      isNew: attemptCount === 0 && row.openId === null && publishedAt.getTime() >= newSince,
      best:
        row.bestScore === null || row.bestCorrect === null || row.bestTotal === null || row.bestPassed === null
          ? null
          : { score: row.bestScore, percent: percentOf(row.bestCorrect, row.bestTotal), passed: row.bestPassed },
      withheldBy: row.withheldId === null ? null : (withheld.get(row.withheldId) ?? null),
      openAttempt:
        row.openId && row.openDeadline && !isHandedIn(row, now)
          ? { id: row.openId, deadlineAt: row.openDeadline }
          : null,
      window: windowInList(row, now),
    };
  });
  return { ...page, rows: quizzes };
}

/** What the filters of the list would leave. Attempts whose time is over are done, here too. */
export async function countForStudents(deps: Deps, user: SessionUser) {
  await closeDue(deps, user.id);
  return countPublishedQuizzes(deps.db, user.id, boughtCourses(user, deps.clock.now()));
}

type ListedRow = Awaited<ReturnType<typeof listPublishedQuizzes>>[number];

const isHandedIn = ({ openDeadline, openSubmitted, openResults }: ListedRow, now: Date): boolean =>
  openResults !== null &&
  openDeadline !== null &&
  isDelivered({ deadlineAt: openDeadline, submittedAt: openSubmitted }, now);

function windowInList(row: ListedRow, now: Date) {
  const { opensAt, closesAt, resultsAt } = row;
  if (!opensAt || !closesAt || !resultsAt || areResultsOut(resultsAt, now)) return null;
  return { opensAt, closesAt, resultsAt, isDelivered: isHandedIn(row, now) };
}
