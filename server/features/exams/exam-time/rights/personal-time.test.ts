import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#contract/time.ts';
import { sittingAt } from '#server/features/exams/mock-exams/windows/window-rules.ts';
import { byHand, type Deed, day, deedsOf, type Exam, minute, random, randomExam } from '#server/testing/exam-clock.ts';
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
  shownSeconds,
} from './personal-time.ts';

/** The product: one deadline at the start, moved by breaks and by a right that is granted meanwhile. */
function byProduct(exam: Exam) {
  const total = exam.limit === null ? null : exam.limit + (exam.sheet ?? 0);
  const window = exam.window && {
    opensAt: minute(exam.window.opens),
    closesAt: minute(exam.window.closes),
    lateStart: exam.window.late,
    resultsAt: minute(exam.window.closes + (exam.window.late === 'full' ? (total ?? 0) : 0)),
  };
  const sitting = sittingAt(window, minute(exam.start), total);
  if (sitting.state !== 'open') throw new Error('The exam begins inside of its window.');
  const plain = {
    startedAt: minute(exam.start),
    deadline: sitting.deadline,
    limitMs: total === null ? null : total * MINUTE_MS,
    sheetMs: exam.sheet === null ? null : exam.sheet * MINUTE_MS,
    isClocked: total !== null || (window !== null && +sitting.deadline === +window.closesAt),
  };
  type Attempt = Breakable & GivenBreaks & { extraPercent: number };
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
  const states: { from: number; attempt: Attempt }[] = [{ from: exam.start, attempt }];
  for (const { at, what } of deedsOf(exam)) {
    if (minute(at) >= attempt.deadline) continue;
    attempt = changes[what](attempt, minute(at));
    states.push({ from: at, attempt });
  }
  const taken = exam.arrivals.map((arrives) => {
    const now = minute(arrives);
    const then = states.findLast(({ from }) => from <= arrives)?.attempt;
    return then !== undefined && !isPaused(then, now) && now < (then.notebookUntil ?? then.deadline);
  });
  return { deadline: +attempt.deadline, notebook: attempt.notebookUntil ? +attempt.notebookUntil : null, taken };
}

describe('the deadline of a person', () => {
  it('agrees with a minute-by-minute clock over 10,000 random exams with windows, breaks, late arrivals, answer cards begun early and rights granted meanwhile', () => {
    const pick = random(51);
    const seen = new Set<string>();
    for (let index = 0; index < 10_000; index += 1) {
      const exam = randomExam(pick);
      seen.add(JSON.stringify(exam));
      const product = byProduct(exam);
      const { paused: _, ...hand } = byHand(exam);
      const off = (ms: number, at: number | null) => Math.abs(ms - day - (at ?? 0) * MINUTE_MS);
      const told = JSON.stringify(exam);
      if (off(product.deadline, hand.deadline) > 1) expect(product, told).toEqual(hand);
      if (product.notebook !== null && off(product.notebook, hand.notebook) > 2) expect(product, told).toEqual(hand);
      if (JSON.stringify(product.taken) !== JSON.stringify(hand.taken)) expect(product, told).toEqual(hand);
    }
    expect(seen.size).toBeGreaterThan(9900);
  });

  it('is the deadline of everybody where a person has no right', () => {
    const plain = { startedAt: minute(0), deadline: minute(75), limitMs: 75 * MINUTE_MS, sheetMs: 15 * MINUTE_MS };
    const times = personalTimes({ ...plain, isClocked: true }, null);
    expect(times).toEqual({ deadline: minute(75), notebookUntil: minute(60) });
  });

  it('is not extended where an exam has neither a limit nor a window that ends it', () => {
    const plain = { startedAt: minute(0), deadline: minute(1440), limitMs: null, sheetMs: null, isClocked: false };
    expect(personalTimes(plain, { percent: 50, minutes: 0 }).deadline).toEqual(minute(1440));
  });

  it('gives a share to the notebook and to the answer card, and minutes to the notebook alone', () => {
    const plain = { startedAt: minute(0), deadline: minute(100), limitMs: 100 * MINUTE_MS, sheetMs: 20 * MINUTE_MS };
    const clocked = { ...plain, isClocked: true };
    const share = personalTimes(clocked, { percent: 50, minutes: 0 });
    expect(share).toEqual({ deadline: minute(150), notebookUntil: minute(120) });
    const minutes = personalTimes(clocked, { percent: 0, minutes: 50 });
    expect(minutes).toEqual({ deadline: minute(150), notebookUntil: minute(130) });
  });
});

describe('the seconds that a result shows', () => {
  it('exclude breaks and never exceed what everybody had', () => {
    const times = { plainSeconds: 3600, breakSeconds: 600 };
    expect(shownSeconds(3000, times)).toBe(2400);
    expect(shownSeconds(4500, times)).toBe(3600);
    expect(shownSeconds(4500, null)).toBe(4500);
  });
});

describe('the breaks of an open exam', () => {
  it('are added where a right has more than the exam was ever given, and renewed by no save', () => {
    const begun = givenBreaks(null, { breaks: 2, breakMinutes: 10 });
    expect(begun).toEqual({ breaksLeft: 2, breaksGiven: 2, breakMinutes: 10 });
    const used = { ...begun, breaksLeft: 0 };
    expect(givenBreaks(used, { breaks: 1, breakMinutes: 5 })).toEqual(used);
    expect(givenBreaks(used, { breaks: 3, breakMinutes: 15 })).toEqual({
      breaksLeft: 1,
      breaksGiven: 3,
      breakMinutes: 15,
    });
  });
});
