import { secondsToComplete } from '#contract/content/reading.ts';

export type ReadingState = {
  activeSeconds: number;
  reachedEnd: boolean;
  completedAt: Date | null;
  reopened: boolean;
  reportedAt: Date;
};

export type Report = { activeSeconds: number; reachedEnd: boolean };

/**
 * What a report makes of a reader's standing. Nobody reads faster than the clock: of the told seconds only those count
 * that have passed since the last report, and the first report only starts the clock.
 */
export function afterReport(before: ReadingState | null, report: Report, wordCount: number, now: Date): ReadingState {
  const passed = before ? Math.max(0, (now.getTime() - before.reportedAt.getTime()) / 1000) : 0;
  const activeSeconds = Math.round((before?.activeSeconds ?? 0) + Math.min(report.activeSeconds, passed));
  const reachedEnd = report.reachedEnd || (before?.reachedEnd ?? false);
  const reopened = before?.reopened ?? false;
  const done = reachedEnd && !reopened && activeSeconds >= secondsToComplete(wordCount);
  return {
    activeSeconds,
    reachedEnd,
    reopened,
    completedAt: before?.completedAt ?? (done ? now : null),
    reportedAt: now,
  };
}
