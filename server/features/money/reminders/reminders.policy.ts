import { DAY_MS, HOUR_MS } from '#contract/time.ts';

/** A reminder that is this late is not sent: after an outage or a new setting, old orders cause no mail. */
const LATEST_MS = 2 * DAY_MS;

export type ReminderStep = 1 | 2;

/** The orders of one step: created in this span, both ends included. */
export type ReminderSpan = { step: ReminderStep; from: Date; to: Date };

/** Which orders are due, the later step first. A setting of 0 switches a step off. */
export function spansOf({ hours, days }: { hours: number; days: number }, now: Date): ReminderSpan[] {
  const span = (step: ReminderStep, afterMs: number): ReminderSpan[] => {
    const to = now.getTime() - afterMs;
    return afterMs === 0 ? [] : [{ step, from: new Date(to - LATEST_MS), to: new Date(to) }];
  };
  return [...span(2, days * DAY_MS), ...span(1, hours * HOUR_MS)];
}
