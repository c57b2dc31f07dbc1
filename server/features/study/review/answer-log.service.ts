import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { checkExpectations } from '#server/features/study/mastery/score-checks.service.ts';
import { runAll } from '#server/jobs/each.ts';
import { dayOf } from '#server/time/calendar.ts';
import * as store from './answer-log.store.ts';
import { bringUpToDate } from './memory.service.ts';
import { liftPostponed } from './review-day.store.ts';

const ATTEMPTS_AT_ONCE = 200;
const PRACTICES_AT_ONCE = 500;

/** Records a graded answer of a practice. The memory state is updated lazily, at the next read. */
export async function recordPracticeAnswer(
  tx: Tx,
  answer: { userId: string; practiceId: number; questionId: number; optionId: number; isRight: boolean; now: Date },
): Promise<void> {
  const day = dayOf(answer.now);
  await store.insertAnswer(tx, { ...answer, source: 'practice', sourceKey: String(answer.practiceId), day });
  await liftPostponed(tx, answer.userId, day, [answer.questionId]);
}

/** Records all graded answers of a practice at its end. */
export async function recordAnswersOfPractice(
  tx: Tx,
  practice: { userId: string; practiceId: number; questionIds: readonly number[]; now: Date },
): Promise<void> {
  const { userId, practiceId, questionIds, now } = practice;
  await store.insertPracticeAnswers(tx, practiceId - 1, practiceId);
  await liftPostponed(tx, userId, dayOf(now), questionIds);
}

/** Logs a batch of the answers given before the log existed. Returns whether more are left. */
export async function takeInOldAnswers(deps: Deps): Promise<boolean> {
  return transact(deps, async (tx) => {
    const intake = await store.lockIntake(tx);
    if (!intake) return false;
    const ids = await store.listAttemptIds(tx, intake.attemptsThrough, intake.attemptsUntil, ATTEMPTS_AT_ONCE);
    const attempts = ids.length < ATTEMPTS_AT_ONCE ? intake.attemptsUntil : (ids.at(-1) ?? intake.attemptsUntil);
    const practices = Math.min(intake.practicesUntil, intake.practicesThrough + PRACTICES_AT_ONCE);
    const isBehind = intake.attemptsThrough < attempts || intake.practicesThrough < practices;
    if (!isBehind) return false;
    if (ids.length > 0) await store.insertAttemptAnswers(tx, ids);
    if (intake.practicesThrough < practices) await store.insertPracticeAnswers(tx, intake.practicesThrough, practices);
    await store.saveIntake(tx, { attempts, practices });
    return attempts < intake.attemptsUntil || practices < intake.practicesUntil;
  });
}

/**
 * Processes the answers of closed attempts. The expected score is checked first, from the state before these answers.
 */
export async function takeInAttempts(deps: Deps, attemptIds: readonly number[]): Promise<void> {
  // One student at a time: a job covers the attempts of many, and a failure must not affect the others.
  await runAll(await store.listStudentsOf(deps.db, attemptIds), async ({ userId, attemptIds: own }) => {
    await bringUpToDate(deps, userId);
    await checkExpectations(deps, own);
    await store.insertAttemptAnswers(deps.db, own);
    await bringUpToDate(deps, userId);
  });
}

export function defineAnswerWork(deps: Deps): void {
  deps.jobs.define<{ attemptIds: number[] }>({
    name: 'log-attempt-answers',
    retries: 5,
    run: ({ attemptIds }) => takeInAttempts(deps, attemptIds),
  });
  deps.jobs.define({
    name: 'take-in-old-answers',
    every: '* * * * *',
    async run() {
      await takeInOldAnswers(deps);
    },
  });
}
