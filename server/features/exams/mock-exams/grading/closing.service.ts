import type { ExamRules } from '#contract/exams/exam-rules.ts';
import { certainTime, isInSync } from '#server/clock.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { recordCompletionsByAttempts } from '#server/features/content/courses/completions.service.ts';
import { recordAttemptTime } from '#server/features/content/study-time/study-time.service.ts';
import { shownSeconds } from '#server/features/exams/exam-time/rights/personal-time.ts';
import { runAll, runEach } from '#server/jobs/each.ts';
import { defineUpkeep } from '#server/jobs/upkeep.ts';
import { settleResults } from '../windows/window-results.service.ts';
import { areResultsOut } from '../windows/window-rules.ts';
import {
  applyAnswerCards,
  type Closing,
  dueAttempts,
  listDueAttempts,
  listGradedQuestions,
  listOverdueAttempts,
  listReleasable,
  lockOpenAttempts,
  markAnnulled,
  markSeenKeys,
  refreshWithheld,
  submitAttempts,
  writeResults,
} from './closing.store.ts';
import { closingTime, overdueBefore, secondsBetween } from './deadline.ts';
import { judge, leansOnKey, tallyOf } from './exam-rules.ts';
import { type GradedQuestion, grade, isRight, leansOn } from './grading.ts';
import { asRules } from './tallies.store.ts';

const CLOSING_JOB = 'close-overdue-attempts';
const BATCH = 200;

type GradableQuestion = GradedQuestion & { subjectId: number | null; keySeen: boolean };

/** Hits and score are the same for every quiz; what passes is up to the rules, where a version has them. */
function gradeQuestions(sheet: readonly GradableQuestion[], passingScore: number, rules: ExamRules | null) {
  const { correctAnswers, score, passed } = grade(sheet, passingScore);
  if (rules) {
    const tallies = tallyOf(sheet);
    const judged = judge(rules, tallies, passingScore);
    return { correctAnswers, score, passed: judged.passed, keyKnown: leansOnKey(rules, tallies, passingScore) };
  }
  const helped = sheet.filter((one) => one.keySeen && !one.isAnnulled && isRight(one)).length;
  return { correctAnswers, score, passed, keyKnown: leansOn(helped, correctAnswers, sheet.length, passingScore) };
}

/**
 * Closes and grades the attempts that are still open, with the saved answers. An attempt inside a window is only
 * handed in; it is closed when the window's results are due. The rows are locked before the answers are read, and
 * saving an answer locks its attempt: a grade includes every acknowledged answer.
 */
export async function closeAttempts(
  deps: Deps,
  tx: Tx,
  ids: readonly number[],
  now: Date,
  ways: { passHeld?: boolean } = {},
): Promise<void> {
  const held = await lockOpenAttempts(tx, ids, ways);
  const waiting = held.filter(({ resultsAt }) => resultsAt !== null && !areResultsOut(resultsAt, now));
  if (waiting.length > 0) {
    await submitAttempts(
      tx,
      waiting.map(({ id, deadlineAt }) => ({ id, at: closingTime(deadlineAt, now) })),
    );
    const personal = waiting.filter(({ times }) => times !== null).map(({ quizId }) => quizId);
    for (const quizId of new Set(personal)) await settleResults(tx, quizId);
  }
  const open = held.filter((attempt) => !waiting.includes(attempt));
  if (open.length === 0) return;
  await applyAnswerCards(
    tx,
    open.filter(({ hasSheet }) => hasSheet).map(({ id }) => id),
  );
  await markSeenKeys(
    tx,
    open.map(({ id }) => id),
  );
  const sheets = new Map<number, GradableQuestion[]>(open.map(({ id }) => [id, []]));
  const graded = await listGradedQuestions(tx, [...sheets.keys()]);
  for (const { attemptId, ...question } of graded) sheets.get(attemptId)?.push(question);
  await markAnnulled(
    tx,
    graded.filter(({ isAnnulled }) => isAnnulled),
  );
  const closings = open.map((attempt): Closing => {
    const { submittedAt, deadlineAt } = attempt;
    const closedAt = submittedAt ?? closingTime(deadlineAt, now);
    const isOverdue = submittedAt ? submittedAt >= deadlineAt : closedAt < now;
    return {
      id: attempt.id,
      closedAt,
      closedBy: attempt.isDirect ? 'direct' : isOverdue ? 'deadline' : 'student',
      ...gradeQuestions(sheets.get(attempt.id) ?? [], attempt.passingScore, asRules(attempt.rules)),
      timeSpent:
        attempt.toldTime ?? shownSeconds(secondsBetween(attempt.startedAt, closedAt), timesAt(attempt, closedAt)),
    };
  });
  const closed = [...sheets.keys()];
  await writeResults(tx, closings);
  const released = await refreshWithheld(tx, closed);
  await recordAttemptTime(tx, closed);
  // A job updates the learning history of the students; the request does not wait for it.
  await deps.jobs.send(tx, 'log-attempt-answers', { attemptIds: closed });
  await recordCompletionsByAttempts(deps, tx, [...closed, ...released], now);
}

type Timed = Pick<Awaited<ReturnType<typeof lockOpenAttempts>>[number], 'times' | 'pausedUntil'>;

/** A break that was running when the attempt closed counts as far as it went. */
const timesAt = ({ times, pausedUntil }: Timed, closedAt: Date) =>
  times && { ...times, breakSeconds: times.breakSeconds - (pausedUntil ? secondsBetween(closedAt, pausedUntil) : 0) };

/** Releases two attempts of one student that closed at the same moment and withheld each other. */
async function releaseWithheld(deps: Deps): Promise<number> {
  const { done } = await runEach(deps, {
    work: `${CLOSING_JOB}/held-back`,
    limit: BATCH,
    list: (pausing, limit) => listReleasable(deps.db, { pausing, limit }),
    idOf: (id) => id,
    atOnce: BATCH,
    runTogether: (ids) =>
      transact(deps, async (tx) => {
        await recordCompletionsByAttempts(deps, tx, await refreshWithheld(tx, ids), deps.clock.now());
      }),
  });
  return done;
}

const closeInOwnTransaction = (deps: Deps, ids: readonly number[], now: Date) =>
  transact(deps, (tx) => closeAttempts(deps, tx, ids, now));

/** The query for whether closeDue() has work, to be batched with other reads. */
export const dueReads = (deps: Deps, userId: string) => ({
  due: dueAttempts(userId, isInSync(deps.clock) ? overdueBefore(certainTime(deps.clock)) : new Date(0)),
});

/** What a read must not find open any more: a student's overdue attempts, and a quiz's direct ones where asked. */
export async function closeDue(deps: Deps, userId: string, { directsOf }: { directsOf?: number } = {}): Promise<void> {
  const now = certainTime(deps.clock);
  // With clocks out of sync no attempt is closed: ending a simulado late does less harm than ending it early.
  const due = await listDueAttempts(deps.db, userId, isInSync(deps.clock) ? overdueBefore(now) : new Date(0));
  const ids = due
    .filter(({ isOverdue, isDirect, quizId }) => isOverdue || (isDirect && quizId === directsOf))
    .map(({ id }) => id);
  if (ids.length > 0) await closeInOwnTransaction(deps, ids, now);
}

export async function closeOne(deps: Deps, id: number): Promise<void> {
  await closeInOwnTransaction(deps, [id], certainTime(deps.clock));
}

/** Closes everything that is overdue, a batch at a time, and returns the count. */
export async function closeOverdue(deps: Deps): Promise<number> {
  if (!isInSync(deps.clock)) return 0;
  const now = certainTime(deps.clock);
  const { done } = await runEach(deps, {
    work: CLOSING_JOB,
    limit: BATCH,
    untilEmpty: true,
    list: (pausing, limit) => listOverdueAttempts(deps.db, { before: overdueBefore(now), pausing, limit }),
    idOf: (id) => id,
    atOnce: BATCH,
    runTogether: (ids) => closeInOwnTransaction(deps, ids, now),
  });
  return done;
}

export function defineQuizWork(deps: Deps): void {
  defineUpkeep(deps, {
    name: CLOSING_JOB,
    every: '* * * * *',
    async run() {
      let [attempts, released] = [0, 0];
      await runAll(
        [
          async () => {
            attempts = await closeOverdue(deps);
          },
          async () => {
            released = await releaseWithheld(deps);
          },
        ],
        (step) => step(),
      );
      return { attempts, released };
    },
  });
}
