import { TOPIC_EVIDENCE } from '#contract/study/evidence.ts';
import type { Line } from '#server/features/study/mastery/expected-score.ts';
import { FIRM, isLearnt, type LearntGains, PRACTICE_ANSWERS } from '#server/features/study/mastery/learnt-gains.ts';
import { expectedOf, type PaperRules } from '#server/features/study/mastery/paper.ts';

export const PRACTICE_QUESTIONS = PRACTICE_ANSWERS;
export const MINUTES_PER_ANSWER = 1.25;

/** Whether the school's own log says what lessons and practices bring. Otherwise the words say 'estimativa'. */
export const areGainsLearnt = ({ lesson, practice }: LearntGains): boolean => isLearnt(lesson) && isLearnt(practice);

/**
 * Net points under the exam's rules that studying a topic once, its lesson and a practice, may add. With little
 * evidence the most that it may.
 */
export function gainOf({
  line,
  rules,
  chance,
  low,
  answers,
  gains: { lesson, practice },
}: {
  line: Line;
  rules: PaperRules;
  chance: number;
  low: number;
  /** To different questions. */
  answers: number;
  gains: LearntGains;
}): number {
  const from = answers < TOPIC_EVIDENCE ? low : chance;
  const to = from + Math.max(0, FIRM - from) * Math.min(1, lesson.closed + practice.closed);
  return line.questions * (expectedOf(line, to, rules) - expectedOf(line, from, rules));
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
