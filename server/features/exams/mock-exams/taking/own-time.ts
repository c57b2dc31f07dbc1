import { type ExtraTime, extendedMinutes, extendedMs } from '#contract/exams/exam-time.ts';
import { MINUTE_MS } from '#contract/time.ts';
import { totalMinutes } from './conduct.ts';

/**
 * The minutes of a person with extra time, for showing, and the factor for what a late start leaves of the time of
 * everybody. Null: the person has the time of everybody.
 */
export function ownTimeOf(
  { timeLimit, conduct }: { timeLimit: number | null; conduct: unknown },
  extra: ExtraTime | null,
): { timeLimit: number; factor: number } | null {
  if (extra === null || timeLimit === null) return null;
  const fullMs = (totalMinutes({ timeLimit, conduct }) ?? 0) * MINUTE_MS;
  return { timeLimit: extendedMinutes(timeLimit, extra), factor: extendedMs(fullMs, fullMs, extra) / fullMs };
}
