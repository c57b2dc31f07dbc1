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
 * Applies a report to the reading state. Reported seconds count only as far as they have passed on the server's clock
 * since the last report; the first report only starts the clock.
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
