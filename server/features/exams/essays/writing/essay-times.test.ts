import { expect, it } from 'vitest';
import { MINUTE_MS } from '#contract/time.ts';
import {
  type Breakable,
  beginBreak,
  endBreak,
  type GivenBreaks,
  givenBreaks,
  isPaused,
} from '#server/features/exams/exam-time/rights/personal-time.ts';
import { byHand, type Deed, day, deedsOf, type Exam, minute, random, randomExam } from '#server/testing/exam-clock.ts';
import { essayDeadline, extendedDeadline, lateUntil, mayDeliver } from './essay-times.ts';

/** The essay as an exam with one phase. Its theme shortens a late start, as a window does. */
const asEssay = (exam: Exam) => ({
  ...exam,
  limit: exam.limit ?? 60,
  sheet: null,
  early: null,
  window: exam.window && { ...exam.window, late: 'shortens' as const },
});

function byProduct(exam: ReturnType<typeof asEssay>) {
  const closesAt = exam.window && minute(exam.window.closes).toISOString();
  const clocked = { startedAt: minute(exam.start), minutes: exam.limit, closesAt };
  type Essay = Breakable & GivenBreaks;
  const begun: Essay = {
    ...givenBreaks(null, exam),
    deadline: essayDeadline(clocked, exam.extra),
    notebookUntil: null,
    breakMs: 0,
    pausedAt: null,
    pausedUntil: null,
  };
  const changes: Record<Deed['what'], (before: Essay, now: Date) => Essay> = {
    break: (before, now) => beginBreak(before, now) ?? before,
    resume: endBreak,
    grant: (before) =>
      exam.grant
        ? {
            ...before,
            ...givenBreaks(before, exam.grant),
            deadline: extendedDeadline(before, clocked, exam.grant.extra),
          }
        : before,
    card: (before) => before,
  };
  let essay = begun;
  const states = [{ from: exam.start, essay }];
  for (const { at, what } of deedsOf(exam)) {
    if (minute(at) >= essay.deadline) continue;
    essay = changes[what](essay, minute(at));
    states.push({ from: at, essay });
  }
  const taken = exam.arrivals.map((arrives) => {
    const now = minute(arrives);
    const then = states.findLast(({ from }) => from <= arrives)?.essay ?? begun;
    const theme = { opensAt: null, closesAt };
    // A theme without an end takes an essay at any time, so only its clock is compared.
    const isLate = closesAt === null && now >= then.deadline;
    return !isPaused(then, now) && !isLate && mayDeliver(theme, lateUntil(then.deadline, closesAt), now);
  });
  return { deadline: +essay.deadline, taken };
}

it('an essay with a right ends by a minute-by-minute clock over 10,000 random themes with closes, breaks, late deliveries and rights granted meanwhile', () => {
  const pick = random(77);
  const seen = new Set<string>();
  for (let index = 0; index < 10_000; index += 1) {
    const exam = asEssay(randomExam(pick));
    seen.add(JSON.stringify(exam));
    const product = byProduct(exam);
    const hand = byHand(exam);
    const off = Math.abs(product.deadline - day - (hand.deadline ?? 0) * MINUTE_MS);
    const close = exam.window?.closes ?? 0;
    const end = (hand.deadline ?? 0) + 5 / 60;
    // Until its theme closes, an essay is delivered after its own deadline, too; the network has five seconds more.
    const expected = exam.arrivals.map((arrives, place) => {
      if (hand.taken[place]) return true;
      const isRunning = !hand.paused.has(arrives);
      const isAtEnd = exam.window !== null && hand.deadline !== null && hand.deadline > close && arrives <= end;
      return isRunning && (arrives < close || (isAtEnd && arrives >= hand.deadline));
    });
    const shown = JSON.stringify(exam);
    if (off > 1) expect(product, shown).toEqual(hand);
    expect(product.taken, shown).toEqual(expected);
  }
  expect(seen.size).toBeGreaterThan(9900);
});

it('the deadline of an essay is the close of its theme where that is earlier than the limit', () => {
  const startedAt = minute(0);
  const closesAt = minute(40).toISOString();
  expect(essayDeadline({ startedAt, minutes: 60, closesAt }, null)).toEqual(minute(40));
  expect(essayDeadline({ startedAt, minutes: 60, closesAt: null }, null)).toEqual(minute(60));
  expect(essayDeadline({ startedAt, minutes: 60, closesAt }, { percent: 25, minutes: 0 })).toEqual(minute(50));
  expect(essayDeadline({ startedAt, minutes: 60, closesAt }, { percent: 0, minutes: 30 })).toEqual(minute(60));
});
