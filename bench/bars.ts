import type { Machine } from './run-details.ts';

/**
 * A bare `node:http` request costs this on a quiet machine of two cores (2026-11-16: 16 to 19 µs). Bars in milliseconds
 * become multiples of the bare request of the same run, which the load of the machine moves far less.
 */
const QUIET_NODE_MS = 0.017;

/** Milliseconds of a quiet machine as a multiple of a bare request. */
export const quietMs = (ms: number): number => Math.round(ms / QUIET_NODE_MS);

/** Limits of a scenario. Statements and bytes do not depend on the machine; all others are ratios of one run. */
export type Bars = {
  statements?: number;
  bytes?: number;
  /** CPU of server and database, in bare `node:http` requests. */
  nodeTimes?: number;
  /** The same in bare INSERTs. */
  insertTimes?: number;
  /** CPU of a bare server with the same bytes, divided by ours: at least. */
  httpRatio?: number;
  /** The same of a bare prepared statement. */
  pgRatio?: number;
  /** CPU of the request beside it, divided by ours: at least. */
  besideRatio?: number;
  /** Growth of the cost with the number of students. */
  exponent?: number;
};

export type BarName = keyof Bars;

export const barWords: Record<BarName, string> = {
  statements: 'statements',
  bytes: 'bytes',
  nodeTimes: '× bare node',
  insertTimes: '× bare INSERT',
  httpRatio: 'of node:http',
  pgRatio: 'of bare pg',
  besideRatio: 'of the request beside it',
  exponent: 'exponent S to L',
};

const atLeast = new Set<BarName>(['httpRatio', 'pgRatio', 'besideRatio']);

export type Judged = {
  subject: string;
  bar: string;
  limit: string;
  value: number | null;
  verdict: 'holds' | 'missed' | 'missing';
};

/** What was reached, by bar; null where there is no current result. */
export type Reached = Record<BarName, number | null>;

const limitWords = (bar: BarName, limit: number): string =>
  `${atLeast.has(bar) ? 'at least' : 'at most'} ${limit.toLocaleString('en')}`;

export function verdictOf(value: number | null, isHeld: (value: number) => boolean): Judged['verdict'] {
  if (value === null) return 'missing';
  return isHeld(value) ? 'holds' : 'missed';
}

export function judge(subject: string, bars: Bars, reached: Reached): Judged[] {
  return (Object.entries(bars) as [BarName, number][]).map(([bar, limit]) => ({
    subject,
    bar: barWords[bar],
    limit: limitWords(bar, limit),
    value: reached[bar],
    verdict: verdictOf(reached[bar], (value) => (atLeast.has(bar) ? value >= limit : value <= limit)),
  }));
}

/** A cost as a multiple of a ceiling of the same run. */
export const times = (ms: number, machine: Machine, ceiling: keyof Machine): number | null =>
  machine[ceiling] > 0 ? Math.round((10 * ms) / machine[ceiling]) / 10 : null;
