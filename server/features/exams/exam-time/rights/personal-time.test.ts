import { describe, expect, it } from 'vitest';
import type { ExtraTime } from '#contract/exams/exam-time.ts';
import { MINUTE_MS } from '#contract/time.ts';
import { sittingAt } from '#server/features/exams/mock-exams/windows/window-rules.ts';
import { type Breakable, beginBreak, endBreak, isPaused, personalTimes, shownSeconds } from './personal-time.ts';

const day = Date.parse('2026-11-18T12:00:00.000Z');
const minute = (count: number) => new Date(day + count * MINUTE_MS);

/** A small generator with a seed: the same exams in every run. */
function random(seed: number) {
  let state = seed;
  return (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * (most + 1));
  };
}

type Break = { at: number; length: number | null };
type Exam = {
  window: { opens: number; closes: number; late: 'shortens' | 'full' } | null;
  start: number;
  limit: number | null;
  sheet: number | null;
  extra: ExtraTime;
  breaks: number;
  breakMinutes: number;
  wanted: Break[];
  /** Answers by the minute of their arrival, each with what the clock of the device said when it was given. */
  answers: { arrives: number; clientTime: number }[];
};

function randomExam(pick: (most: number) => number): Exam {
  const hasWindow = pick(2) > 0;
  const length = 30 + pick(300);
  const window = hasWindow
    ? { opens: 0, closes: length, late: pick(1) ? ('full' as const) : ('shortens' as const) }
    : null;
  const start = pick(length - 1);
  const limit = pick(5) === 0 ? null : 20 + pick(200);
  const kind = pick(3);
  let at = start;
  const wanted = Array.from({ length: pick(4) }, () => {
    at += 1 + pick(120);
    return { at, length: pick(2) === 0 ? null : pick(40) };
  });
  return {
    window,
    start,
    limit,
    sheet: limit !== null && pick(1) ? 5 + pick(15) : null,
    extra: { percent: kind === 1 ? pick(100) : 0, minutes: kind === 2 ? pick(240) : 0 },
    breaks: pick(3),
    breakMinutes: 1 + pick(29),
    wanted,
    answers: Array.from({ length: 6 }, () => {
      const arrives = start + pick(900);
      // Offline answers arrive late, and the device may be wrong by a day in either direction.
      return { arrives, clientTime: arrives - pick(600) + pick(2880) - 1440 };
    }),
  };
}

/** The product: one deadline at the start, shifted by breaks. */
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
  const times = personalTimes(
    {
      startedAt: minute(exam.start),
      deadline: sitting.deadline,
      limitMs: total === null ? null : total * MINUTE_MS,
      sheetMs: exam.sheet === null ? null : exam.sheet * MINUTE_MS,
      isClocked: total !== null || (window !== null && +sitting.deadline === +window.closesAt),
    },
    exam.extra,
  );
  let attempt: Breakable = {
    ...times,
    breaksLeft: exam.breaks,
    breakMinutes: exam.breakMinutes,
    breakMs: 0,
    pausedAt: null,
    pausedUntil: null,
  };
  const states: { from: number; attempt: Breakable }[] = [{ from: exam.start, attempt }];
  const move = (at: number, change: (before: Breakable, now: Date) => Breakable) => {
    attempt = change(attempt, minute(at));
    states.push({ from: at, attempt });
  };
  for (const [place, { at, length }] of exam.wanted.entries()) {
    const next = exam.wanted[place + 1]?.at ?? Number.POSITIVE_INFINITY;
    move(at, (before, now) => beginBreak(before, now) ?? before);
    if (length !== null && at + length < next) move(at + length, endBreak);
  }
  const taken = exam.answers.map(({ arrives }) => {
    const now = minute(arrives);
    const then = states.findLast(({ from }) => from <= arrives)?.attempt;
    return then !== undefined && !isPaused(then, now) && now < (then.notebookUntil ?? then.deadline);
  });
  return { deadline: +attempt.deadline, notebook: attempt.notebookUntil ? +attempt.notebookUntil : null, taken };
}

/** The same, minute by minute: a budget that only a running clock uses up. */
function byHand(exam: Exam) {
  const total = exam.limit === null ? null : exam.limit + (exam.sheet ?? 0);
  const untilClose = exam.window ? exam.window.closes - exam.start : Number.POSITIVE_INFINITY;
  const alone = total ?? 24 * 60;
  const plain =
    exam.window && (exam.window.late === 'shortens' || total === null) ? Math.min(alone, untilClose) : alone;
  const isClocked = total !== null || plain === untilClose;
  const full = total ?? plain;
  const percent = isClocked ? exam.extra.percent : 0;
  const minutes = isClocked ? exam.extra.minutes : 0;
  const all = plain * (1 + percent / 100) + (minutes * plain) / full;
  const card = exam.sheet === null ? 0 : Math.min(all, exam.sheet * (1 + percent / 100));
  let notebook = all - card;
  let sheet = card;
  let breaksLeft = exam.breaks;
  let pausedUntil = -1;
  let notebookEnd = notebook === 0 ? exam.start : null;
  let end: number | null = null;
  const open = new Set<number>();
  for (let now = exam.start; end === null; now += 1) {
    const asked = exam.wanted.find(({ at }) => at === now);
    const resumed = exam.wanted.some(
      ({ at, length }, place) =>
        length !== null &&
        at + length === now &&
        at + length < (exam.wanted[place + 1]?.at ?? Number.POSITIVE_INFINITY),
    );
    if (asked && now >= pausedUntil && breaksLeft > 0) {
      breaksLeft -= 1;
      pausedUntil = now + exam.breakMinutes;
    }
    if (resumed && now < pausedUntil) pausedUntil = now;
    if (now < pausedUntil) continue;
    if (notebook > 1e-9) open.add(now);
    const used = Math.min(1, notebook);
    notebook -= used;
    if (notebookEnd === null && notebook <= 1e-9) notebookEnd = now + used;
    if (used >= 1) {
      if (notebook + sheet <= 1e-9) end = now + 1;
      continue;
    }
    const rest = Math.min(1 - used, sheet);
    sheet -= rest;
    if (sheet <= 1e-9) end = now + used + rest;
  }
  return {
    deadline: end,
    notebook: exam.sheet === null ? null : notebookEnd,
    taken: exam.answers.map(({ arrives }) => open.has(arrives)),
  };
}

describe('the deadline of a person', () => {
  it('agrees with a minute-by-minute clock over 10,000 random exams with windows, breaks, late answers and wrong clocks', () => {
    const pick = random(51);
    for (let index = 0; index < 10_000; index += 1) {
      const exam = randomExam(pick);
      const product = byProduct(exam);
      const hand = byHand(exam);
      const off = (ms: number, at: number | null) => Math.abs(ms - day - (at ?? 0) * MINUTE_MS);
      const told = JSON.stringify(exam);
      if (off(product.deadline, hand.deadline) > 1) expect(product, told).toEqual(hand);
      if (product.notebook !== null && off(product.notebook, hand.notebook) > 2) expect(product, told).toEqual(hand);
      if (JSON.stringify(product.taken) !== JSON.stringify(hand.taken)) expect(product, told).toEqual(hand);
    }
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
