import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { MINUTE_MS } from '#contract/time.ts';
import { type Clock, certainTime } from '#server/clock.ts';
import { watchDatabaseClock } from '#server/db/database-clock.ts';
import type { DB } from '#server/db/tables.ts';
import {
  type Breakable,
  beginBreak,
  endBreak,
  extendedTimes,
  type GivenBreaks,
  givenBreaks,
  isPaused,
  personalSheetMs,
  personalTimes,
} from '#server/features/exams/exam-time/rights/personal-time.ts';
import { isOver } from '#server/features/exams/mock-exams/grading/deadline.ts';
import { resultsAtOf, sittingAt } from '#server/features/exams/mock-exams/windows/window-rules.ts';
import type { Machine, QueuedAnswer } from './exam-answers.ts';
import { type Deed, deedsOf, type Exam, minute } from './exam-clock.ts';

type Attempt = Breakable & GivenBreaks & { extraPercent: number };
export type AttemptState = { from: number; attempt: Attempt };

const totalOf = ({ limit, sheet }: Exam) => (limit === null ? null : limit + (sheet ?? 0));

/** When the results of its window are due for everybody; null: it has no window. */
const plainResultsAt = (exam: Exam) =>
  exam.window && resultsAtOf(minute(exam.window.closes), exam.window.late, totalOf(exam));

/** The product's rules: one deadline at the start, moved by breaks and by a right that is granted meanwhile. */
export function statesByProduct(exam: Exam): AttemptState[] {
  const total = totalOf(exam);
  const resultsAt = plainResultsAt(exam);
  const window =
    exam.window && resultsAt
      ? {
          opensAt: minute(exam.window.opens),
          closesAt: minute(exam.window.closes),
          lateStart: exam.window.late,
          resultsAt,
        }
      : null;
  const sitting = sittingAt(window, minute(exam.start), total);
  if (sitting.state !== 'open') throw new Error('The exam begins inside of its window.');
  const plain = {
    startedAt: minute(exam.start),
    deadline: sitting.deadline,
    limitMs: total === null ? null : total * MINUTE_MS,
    sheetMs: exam.sheet === null ? null : exam.sheet * MINUTE_MS,
    isClocked: total !== null || (window !== null && +sitting.deadline === +window.closesAt),
  };
  let attempt: Attempt = {
    ...personalTimes(plain, exam.extra),
    ...givenBreaks(null, exam),
    extraPercent: exam.extra.percent,
    breakMs: 0,
    pausedAt: null,
    pausedUntil: null,
  };
  const changes: Record<Deed['what'], (before: Attempt, now: Date) => Attempt> = {
    break: (before, now) => beginBreak(before, now) ?? before,
    resume: endBreak,
    grant: (before, now) =>
      exam.grant
        ? {
            ...before,
            ...extendedTimes(before, plain, exam.grant.extra, now),
            ...givenBreaks(before, exam.grant),
          }
        : before,
    // As closeNotebook() in answer-card.store.ts does.
    card(before, now) {
      if (isPaused(before, now) || before.notebookUntil === null || before.notebookUntil <= now) return before;
      const cardMs = personalSheetMs(plain.sheetMs ?? 0, { percent: before.extraPercent, minutes: 0 });
      const deadline = new Date(Math.min(+before.deadline, +now + cardMs));
      return { ...before, notebookUntil: now, deadline };
    },
  };
  const states: AttemptState[] = [{ from: exam.start, attempt }];
  for (const { at, what } of deedsOf(exam)) {
    if (minute(at) >= attempt.deadline) continue;
    attempt = changes[what](attempt, minute(at));
    states.push({ from: at, attempt });
  }
  return states;
}

export function stateAt(states: readonly AttemptState[], at: number): Attempt {
  const found = states.findLast(({ from }) => from <= at);
  if (!found) throw new Error('The exam has not begun.');
  return found.attempt;
}

/** When the results of the window are due: no earlier than the last deadline of a person. Null: there is no window. */
export function resultsByProduct(exam: Exam, states: readonly AttemptState[]): Date | null {
  const plain = plainResultsAt(exam);
  const last = states.at(-1)?.attempt.deadline;
  return plain && last ? new Date(Math.max(+plain, +last)) : null;
}

/** Whether the attempt takes this answer now, as `takesAnswers` in answers.store.ts does. */
export function takesByProduct({ on }: QueuedAnswer, attempt: Attempt, clock: Clock): boolean {
  const [now, certain] = [clock.now(), certainTime(clock)];
  const { notebookUntil, deadline } = attempt;
  if (isOver(deadline, certain)) return false;
  if (on === 'notebook') return !isPaused(attempt, certain) && !(notebookUntil && isOver(notebookUntil, certain));
  return !isPaused(attempt, now) && notebookUntil !== null && notebookUntil <= now;
}

/** The product's clock of a server whose own clock may be wrong, on a database that has the true time. */
export async function serverClock() {
  let [truth, off] = [minute(0).getTime(), 0];
  class TrueTime extends DummyDriver {
    override async acquireConnection() {
      const answer = { rows: [{ at: new Date(truth) }] };
      return {
        executeQuery: async <R>() => answer as unknown as { rows: R[] },
        streamQuery: () => {
          throw new Error('Nothing is streamed.');
        },
      };
    }
  }
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new TrueTime(),
      createIntrospector: (given) => new PostgresIntrospector(given),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const silent = { warn: () => undefined, info: () => undefined };
  const clock = await watchDatabaseClock(db, silent, () => truth + off * MINUTE_MS);
  return {
    clock,
    /** It measures again when it has become right or wrong, as it does every half minute. */
    async goTo(at: number, machine: Machine): Promise<void> {
      const wrong = at >= machine.since ? machine.off : 0;
      const isOther = wrong !== off;
      truth = minute(at).getTime();
      off = wrong;
      if (isOther) await clock.measure();
    },
    stop: () => clock.stop(),
  };
}
