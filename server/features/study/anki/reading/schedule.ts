import { default_w } from 'ts-fsrs';
import { DAY_MS } from '#contract/time.ts';
import { dayNumber, dayOf, numberedDay } from '#server/time/calendar.ts';
import type { Review, Seed } from './deck-card.ts';

/** The columns of Anki's `cards` that describe its memory. */
export type CardSchedule = {
  type: number;
  due: number;
  ivl: number;
  factor: number;
  odue: number;
  data: string;
};

const MAX_DAYS = 36_500;
const LAST_DAY_MS = Date.UTC(9999, 11, 31);
const MANUAL = 4;
const NEW = 0;
const LEARNING = 1;

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** The number of the day of a moment. Texts of days after the year 9999 are not dates, so these are only counted. */
export const dayNumberAt = (ms: number): number =>
  ms < LAST_DAY_MS ? dayNumber(dayOf(new Date(ms))) : Math.floor(ms / DAY_MS);

/** FSRS data of newer versions: `{"s": days, "d": 1 to 10}`. */
function measured(data: string): { s: number; d: number } | null {
  if (!data.startsWith('{')) return null;
  try {
    const { s, d } = JSON.parse(data) as { s?: unknown; d?: unknown };
    return isNumber(s) && isNumber(d) && s > 0 ? { s, d } : null;
  } catch {
    return null;
  }
}

/** The difficulty of FSRS that explains the ease of SM-2 at this stability, as Anki converts it. */
function difficultyOf(factor: number, stability: number): number {
  const [w8 = 0, w9 = 0, w10 = 0] = default_w.slice(8, 11);
  const ease = factor > 0 ? factor / 1000 : 2.5;
  const growth = Math.exp(w8) * stability ** -w9 * (Math.exp(w10 * 0.1) - 1);
  return clamp(11 - (ease - 1) / growth, 1, 10);
}

/**
 * The memory of a card: measured by FSRS, or the interval, after which nine of ten cards are known. A card that was
 * being learnt has no interval yet and starts over. `first` is the number of the day that the due dates count from.
 */
export function seedOf(card: CardSchedule, reviews: readonly Review[], first: number, today: string): Seed | null {
  const fsrs = measured(card.data);
  if (card.type === NEW && !fsrs) return null;
  const stability = fsrs?.s ?? (card.type === LEARNING ? 0 : card.ivl);
  if (!(stability > 0)) return null;
  const last = reviews.findLast(([, ease, , , , , type]) => ease > 0 && type < MANUAL);
  const due = card.odue > 0 ? card.odue : card.due;
  const counted = Number.isInteger(due) && due >= 0 && due < MAX_DAYS ? due : 0;
  const day = last ? dayNumberAt(last[0]) : first + counted - clamp(card.ivl, 0, MAX_DAYS);
  const days = clamp(stability, 0.01, MAX_DAYS);
  return {
    stability: days,
    difficulty: fsrs ? clamp(fsrs.d, 1, 10) : difficultyOf(card.factor, days),
    day: numberedDay(Math.min(day, dayNumber(today))),
  };
}
