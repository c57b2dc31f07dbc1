import type { ExtraTime } from '#contract/exams/exam-time.ts';
import { MINUTE_MS } from '#contract/time.ts';

export const day = Date.parse('2026-11-18T12:00:00.000Z');
export const minute = (count: number) => new Date(day + count * MINUTE_MS);

/** A small generator with a seed: the same exams in every run. */
export function random(seed: number) {
  let state = seed;
  return (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * (most + 1));
  };
}

type Break = { at: number; length: number | null };
export type Exam = {
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

export function randomExam(pick: (most: number) => number): Exam {
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

/** The second implementation, minute by minute: a budget that only a running clock uses up. */
export function byHand(exam: Exam) {
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
  const paused = new Set<number>();
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
    if (now < pausedUntil) {
      paused.add(now);
      continue;
    }
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
    paused,
  };
}
