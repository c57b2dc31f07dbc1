import { FIRM, isLearnt, type LearntGains, PRACTICE_ANSWERS } from '#server/features/study/mastery/learnt-gains.ts';

export const PRACTICE_QUESTIONS = PRACTICE_ANSWERS;
export const MINUTES_PER_ANSWER = 1.25;

/** Whether the school's own log says what lessons and practices bring. Otherwise the words say 'estimativa'. */
export const areGainsLearnt = ({ lesson, practice }: LearntGains): boolean => isLearnt(lesson) && isLearnt(practice);

/** With fewer answers a topic is not judged. */
export const EVIDENCE = 8;

/** Points that studying a topic once, its lesson and a practice, may add. With little evidence the most that it may. */
export function gainOf({
  of,
  chance,
  low,
  answers,
  gains: { lesson, practice },
}: {
  of: number;
  chance: number;
  low: number;
  answers: number;
  gains: LearntGains;
}): number {
  const from = answers < EVIDENCE ? low : chance;
  return of * Math.max(0, FIRM - from) * Math.min(1, lesson.closed + practice.closed);
}

/** What of these gains fits into the minutes, the best per minute first. */
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
