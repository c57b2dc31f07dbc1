import type { AnswerChange, CardBubble } from '#contract/exams/quiz-attempts.ts';
import { certainTime } from '#server/clock.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { endBreak } from '#server/features/exams/exam-time/rights/personal-time.ts';
import { isOutage, notFound, requireFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { batchCalls } from '#server/work/batch-calls.ts';
import { closeAttempts } from '../grading/closing.service.ts';
import { GRACE_MS, isOver } from '../grading/deadline.ts';
import { asChange } from './answer-card.service.ts';
import { answerCardFirst, asAttempt, asDelivered, refuseElsewhere, timeGoesOn } from './attempt-results.ts';
import { lockBreakable, saveBreak } from './attempt-times.store.ts';
import { isNews, saveAll, saveCall } from './attempts.service.ts';
import { type AttemptRow, findAttempt, listAttemptsOfStudents, listPayload } from './attempts.store.ts';
import { type OpenQuiz, readWithheldAttempts, readWithheldAttemptsOf } from './being-taken.service.ts';

/** The most attempts that one transaction closes and grades. */
const MOST_AT_ONCE = 200;

type Ending = { user: SessionUser; attemptId: number; byClock: boolean };
type Left = { answers: readonly AnswerChange[]; marks?: readonly CardBubble[]; byClock?: boolean | undefined };
type Finished = ReturnType<typeof asFinished> & { tooLate: number[] };
/** 'held': another transaction had locked the attempt, so it was skipped. */
type Outcome = { finished: Finished } | { fault: unknown } | 'held';

/** Finishes an attempt whose answers are all saved, with those of others where there are any. */
export type FinishOne = (ending: Ending) => Promise<Outcome>;

/**
 * Closes and grades concurrent finishes in one batch: most of the dozen statements of a grade cost the same for one
 * attempt and for two hundred. A batch has one attempt per student, because attempts of one student may withhold each
 * other's results. An attempt locked by another transaction is skipped, so that no student waits for another.
 */
export function finishings(deps: Deps): FinishOne {
  return batchCalls<Ending, Outcome>((endings) => finishAll(deps, endings), {
    most: MOST_AT_ONCE,
    keyOf: ({ user }) => user.id,
  });
}

async function finishAll(deps: Deps, endings: readonly Ending[]): Promise<Outcome[]> {
  const now = certainTime(deps.clock);
  try {
    return await transact(deps, (tx) => closeAndNotify(deps, tx, endings, now));
  } catch (error) {
    // What went wrong with one is no reason for the others to stay open.
    if (endings.length === 1 || isOutage(error)) return endings.map(() => ({ fault: error }));
    const alone: Outcome[] = [];
    for (const ending of endings) alone.push(...(await finishAll(deps, [ending])));
    return alone;
  }
}

async function closeAndNotify(deps: Deps, tx: Tx, endings: readonly Ending[], now: Date): Promise<Outcome[]> {
  const read = async () => {
    const rows = await listAttemptsOfStudents(
      tx,
      endings.map(({ attemptId, user }) => ({ attemptId, userId: user.id })),
    );
    return new Map(rows.map((row) => [row.id, row]));
  };
  const before = await read();
  const opened = deps.clock.now();
  const faults = endings.map((ending) => faultOf(before.get(ending.attemptId), ending, now, opened));
  const ids = endings.flatMap(({ attemptId }, at) => (faults[at] ? [] : [attemptId]));
  await closeAttempts(deps, tx, ids, now, { passHeld: true });
  const after = await read();
  const withheld = await readWithheldAttemptsOf(
    tx,
    endings.map(({ user }) => user.id),
    now,
  );
  return endings.map(({ attemptId }, at) => {
    const row = after.get(attemptId);
    const fault = faults[at] ?? (row ? undefined : notFound());
    if (fault || !row) return { fault };
    if (!row.closedAt && !row.submittedAt) return 'held';
    return { finished: { ...asFinished(row, withheld.get(attemptId) ?? null), tooLate: [] } };
  });
}

function faultOf(found: AttemptRow | undefined, ending: Ending, now: Date, opened: Date): unknown {
  try {
    refuseUnready(found, ending, now, opened);
    return undefined;
  } catch (fault) {
    return fault;
  }
}

/** Closes the attempt after saving the remaining answers. Idempotent: a second call returns the result of the first. */
export async function finishAttempt(
  deps: Deps,
  finishOne: FinishOne,
  user: SessionUser,
  attemptId: number,
  { answers: changes, marks = [], byClock = false }: Left,
): Promise<Finished> {
  const ending = { user, attemptId, byClock };
  if (changes.length + marks.length === 0) {
    const outcome = await finishOne(ending);
    if (outcome !== 'held') {
      if ('fault' in outcome) throw outcome.fault;
      return outcome.finished;
    }
  }
  const now = certainTime(deps.clock);
  return transact(deps, async (tx) => {
    const opened = deps.clock.now();
    await endRunningBreak(tx, ending, now);
    refuseUnready(await findAttempt(tx, attemptId, user.id), ending, now, opened);
    const call = saveCall(user, attemptId, now);
    if (changes.length > 0) await saveAll(tx, call, changes, 'notebook');
    if (marks.length > 0) await saveAll(tx, { ...call, now: opened }, marks.map(asChange), 'card');
    await closeAttempts(deps, tx, [attemptId], now);
    const closed = await requireFound(findAttempt(tx, attemptId, user.id), notFound);
    const withheld = await readWithheldAttempts(tx, user.id, now);
    return {
      ...asFinished(closed, withheld.get(closed.id) ?? null),
      tooLate: await lateOf(tx, closed, changes, marks),
    };
  });
}

/** A finish ends the break it comes in: while the clock stands still, its answers would not be saved. */
async function endRunningBreak(tx: Tx, { user, attemptId }: Ending, now: Date): Promise<void> {
  const before = await lockBreakable(tx, attemptId, user.id);
  const after = before && endBreak(before, now);
  if (after && after !== before) await saveBreak(tx, after);
}

/**
 * Questions whose answers in this call arrived after the end and differ from the stored ones. The stored answers are
 * read again: a finish that waited for a concurrent one has read them before that one saved the same answers.
 */
async function lateOf(tx: Tx, closed: AttemptRow, changes: readonly AnswerChange[], marks: readonly CardBubble[]) {
  if (changes.length + marks.length === 0) return [];
  const standing = new Map((await listPayload(tx, closed.id)).map((row) => [row.questionId, row]));
  const late = closed.notebookUntil
    ? marks.filter(({ questionId, optionId, seq }) => {
        const row = standing.get(questionId);
        return row !== undefined && row.sheetSeq < seq && row.sheetOptionId !== optionId;
      })
    : changes.filter(({ questionId, seq }) => {
        const row = standing.get(questionId);
        return row !== undefined && row.seq < seq && isNews(row, changes);
      });
  return late.map(({ questionId }) => questionId);
}

/**
 * The attempt with its result, or with the time it is due. An attempt at another quiz with the same question may
 * withhold the result.
 */
function asFinished(row: AttemptRow, withheldBy: OpenQuiz | null) {
  if (!row.closedAt) return { attempt: asDelivered(row), resultsAt: row.resultsAt };
  return { attempt: asAttempt(row, withheldBy), resultsAt: null };
}

/**
 * Refuses a finish from a device that lost the attempt, and a finish before the answer card. For an attempt that is
 * over, the call only reads the result. The card opens by `opened`, the corrected clock, and the attempt ends by `now`.
 */
function refuseUnready(attempt: AttemptRow | undefined, { user, byClock }: Ending, now: Date, opened: Date): void {
  if (!attempt || attempt.isDirect) throw notFound();
  if (attempt.closedAt || attempt.submittedAt || isOver(attempt.deadlineAt, now)) return;
  // The clock of a page may be a little early. A page that is earlier than that has an old deadline.
  if (byClock && attempt.deadlineAt.getTime() > opened.getTime() + GRACE_MS) throw timeGoesOn();
  refuseElsewhere(attempt.device !== null && attempt.device !== user.sessionId);
  if (attempt.notebookUntil && opened.getTime() < attempt.notebookUntil.getTime()) throw answerCardFirst();
}
