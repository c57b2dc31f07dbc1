import type { ExtraTime } from '#contract/exams/exam-time.ts';
import { MINUTE_MS } from '#contract/time.ts';

export const day = Date.parse('2026-11-18T12:00:00.000Z');
export const minute = (count: number) => new Date(day + count * MINUTE_MS);

/** A small generator with a seed: the same exams in every run. */
export function random(seed: number) {
  let state = seed;
  // mulberry32. A product of large numbers would lose its last digits, and the exams would repeat.
  return (most: number) => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * (most + 1));
  };
}
type Pick = ReturnType<typeof random>;

/** What everybody in an exam has, in minutes. */
export type Plan = {
  window: { opens: number; closes: number; late: 'shortens' | 'full' } | null;
  limit: number | null;
  sheet: number | null;
};
type Break = { at: number; length: number | null };
type Right = { extra: ExtraTime; breaks: number; breakMinutes: number };

export type Exam = Plan &
  Right & {
    start: number;
    wanted: Break[];
    /** The office saves another right at this minute. */
    grant: ({ at: number } & Right) | null;
    /** The student asks for the answer card at this minute. */
    early: number | null;
    /** Minutes at which answers arrive: some at once, some long after the device had a network again. */
    arrivals: number[];
  };

export function randomPlan(pick: Pick): Plan {
  const hasWindow = pick(2) > 0;
  const length = 30 + pick(300);
  const window = hasWindow
    ? { opens: 0, closes: length, late: pick(1) ? ('full' as const) : ('shortens' as const) }
    : null;
  const limit = pick(5) === 0 ? null : 20 + pick(200);
  return { window, limit, sheet: limit !== null && pick(1) ? 5 + pick(15) : null };
}

function randomRight(pick: Pick): Right {
  const kind = pick(3);
  const extra = { percent: kind === 1 ? pick(100) : 0, minutes: kind === 2 ? pick(240) : 0 };
  return { extra, breaks: pick(3), breakMinutes: 1 + pick(29) };
}

const none: Right = { extra: { percent: 0, minutes: 0 }, breaks: 0, breakMinutes: 0 };

/** Breaks stay in the order of time, one at a minute. */
function addBreak(wanted: Break[], one: Break): void {
  if (wanted.some(({ at }) => at === one.at)) return;
  wanted.push(one);
  wanted.sort((first, second) => first.at - second.at);
}

export function randomExam(pick: Pick, plan: Plan = randomPlan(pick)): Exam {
  const start = pick((plan.window?.closes ?? 100) - 1);
  let at = start;
  const wanted = Array.from({ length: pick(4) }, () => {
    at += 1 + pick(120);
    return { at, length: pick(2) === 0 ? null : pick(40) };
  });
  const early = plan.sheet !== null && pick(2) === 0 ? start + 1 + pick(100) : null;
  // An answer card is short: chance alone seldom meets it.
  const inCard = early !== null && pick(1) === 1 ? early : null;
  if (inCard !== null) addBreak(wanted, { at: inCard + 1 + pick(4), length: pick(2) === 0 ? null : pick(9) });
  return {
    ...plan,
    ...(pick(3) === 0 ? none : randomRight(pick)),
    start,
    wanted,
    grant: pick(1)
      ? { at: inCard === null ? start + 1 + pick(250) : inCard + 1 + pick(20), ...randomRight(pick) }
      : null,
    early,
    arrivals: Array.from({ length: 6 }, () => start + pick(900)),
  };
}

/** The whole time of a person and their answer card, which has the given share. */
function budgetOf({ window, limit, sheet, start }: Exam, { percent, minutes }: ExtraTime, share: number) {
  const total = limit === null ? null : limit + (sheet ?? 0);
  const untilClose = window ? window.closes - start : Number.POSITIVE_INFINITY;
  const alone = total ?? 24 * 60;
  const plain = window && (window.late === 'shortens' || total === null) ? Math.min(alone, untilClose) : alone;
  const isClocked = total !== null || plain === untilClose;
  const extra = isClocked ? (plain * percent) / 100 + (minutes * plain) / (total ?? plain) : 0;
  const all = plain + extra;
  return { plain, all, card: sheet === null ? 0 : Math.min(all, sheet * (1 + share / 100)) };
}

const CLOSED = 1e-9;

/** The second implementation, minute by minute: budgets that only a running clock uses up. */
export function byHand(exam: Exam) {
  let share = exam.extra.percent;
  let { plain, all, card } = budgetOf(exam, exam.extra, share);
  let notebook = all - card;
  let sheet = card;
  let breaksLeft = exam.breaks;
  let breaksGiven = exam.breaks;
  let { breakMinutes } = exam;
  let pausedUntil = -1;
  let notebookEnd = notebook === 0 ? exam.start : null;
  let end: number | null = null;
  const open = new Set<number>();
  const paused = new Set<number>();
  const stops: { from: number; to: number }[] = [];

  function grant(right: Right): void {
    breaksLeft += Math.max(0, right.breaks - breaksGiven);
    breaksGiven = Math.max(breaksGiven, right.breaks);
    breakMinutes = Math.max(breakMinutes, right.breakMinutes);
    const most = Math.max(share, right.extra.percent);
    if (exam.sheet !== null && notebook <= CLOSED) {
      sheet += (Math.min(exam.sheet, plain) * (most - share)) / 100;
      share = most;
      return;
    }
    const next = budgetOf(exam, right.extra, most);
    if (next.all <= all) return;
    const longer = Math.max(all - card, next.all - next.card);
    notebook += longer - (all - card);
    sheet += next.all - longer - card;
    card = next.all - longer;
    all = next.all;
    share = most;
  }

  function beginCard(now: number): void {
    if (exam.sheet === null || notebook <= CLOSED || now < pausedUntil) return;
    sheet = Math.min(notebook + sheet, exam.sheet * (1 + share / 100));
    notebook = 0;
    notebookEnd = now;
  }

  for (let now = exam.start; end === null; now += 1) {
    if (exam.grant?.at === now) grant(exam.grant);
    if (exam.early === now) beginCard(now);
    const asked = exam.wanted.find(({ at }) => at === now);
    const resumed = exam.wanted.some(
      ({ at, length }, place) =>
        length !== null &&
        at + length === now &&
        at + length < (exam.wanted[place + 1]?.at ?? Number.POSITIVE_INFINITY),
    );
    if (asked && now >= pausedUntil && breaksLeft > 0) {
      breaksLeft -= 1;
      pausedUntil = now + breakMinutes;
      stops.push({ from: now, to: pausedUntil });
    }
    const stop = stops.at(-1);
    if (resumed && stop && now < pausedUntil) {
      pausedUntil = now;
      stop.to = now;
    }
    if (now < pausedUntil) {
      paused.add(now);
      continue;
    }
    if (notebook > CLOSED) open.add(now);
    const used = Math.min(1, notebook);
    notebook -= used;
    if (notebookEnd === null && notebook <= CLOSED) notebookEnd = now + used;
    if (used >= 1) {
      if (notebook + sheet <= CLOSED) end = now + 1;
      continue;
    }
    const rest = Math.min(1 - used, sheet);
    sheet -= rest;
    if (sheet <= CLOSED) end = now + used + rest;
  }
  return {
    deadline: end,
    notebook: exam.sheet === null ? null : notebookEnd,
    taken: exam.arrivals.map((arrives) => open.has(arrives)),
    paused,
    /** The breaks as they were taken. */
    stops,
  };
}

export type Deed = { at: number; what: 'grant' | 'card' | 'break' | 'resume' };

/** What happens in an exam, in the order of time. Within one minute the office and the answer card come first. */
export function deedsOf({ grant, early, wanted }: Exam): Deed[] {
  const deeds: Deed[] = wanted.flatMap(({ at, length }, place) => {
    const next = wanted[place + 1]?.at ?? Number.POSITIVE_INFINITY;
    const isResumed = length !== null && at + length < next;
    return [{ at, what: 'break' as const }, ...(isResumed ? [{ at: at + length, what: 'resume' as const }] : [])];
  });
  if (early !== null) deeds.unshift({ at: early, what: 'card' });
  if (grant) deeds.unshift({ at: grant.at, what: 'grant' });
  return deeds.sort((one, other) => one.at - other.at);
}
