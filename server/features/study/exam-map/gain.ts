/** From here on a topic is firm: studying it once more is no longer what brings most. */
export const FIRM = 0.85;
/** Studying a topic once, its lesson and a practice, closes so much of the way to firm. An assumption, and told as one. */
const CLOSED_AT_ONCE = 1 / 3;
/** Of it, what a practice brings where the lesson was read, or there is none. */
export const PRACTICE_QUESTIONS = 15;
export const MINUTES_PER_ANSWER = 1.25;

/** Below so many answers nothing is said about a topic. */
export const EVIDENCE = 8;

/** Points that studying a topic once may add. With little evidence the most that it may. */
export function gainOf({
  of,
  chance,
  low,
  answers,
}: {
  of: number;
  chance: number;
  low: number;
  answers: number;
}): number {
  const from = answers < EVIDENCE ? low : chance;
  return of * Math.max(0, FIRM - from) * CLOSED_AT_ONCE;
}

/** What of these gains fits into so many minutes, the best per minute first. */
export function gainWithin(minutes: number, topics: readonly { gain: number; minutes: number }[]): number {
  let left = minutes;
  let sum = 0;
  const byWorth = topics.toSorted((a, b) => b.gain / b.minutes - a.gain / a.minutes);
  for (const { gain, minutes: needed } of byWorth) {
    if (left <= 0) break;
    sum += gain * Math.min(1, left / needed);
    left -= needed;
  }
  return sum;
}
