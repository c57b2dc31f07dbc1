import { DAY_MS, MINUTE_MS } from '#contract/time.ts';
/** What the network may take: an answer given in time may arrive this much after the deadline. */
export const GRACE_MS = 5000;
/** An attempt without a limit ends after a day; a direct one after two minutes. */
const NO_LIMIT_MS = DAY_MS;
const DIRECT_MS = 2 * MINUTE_MS;
/** What a direct attempt may say it took where the quiz has no limit. */
const CLIENT_TIME_WITHOUT_LIMIT = 1800;

const after = (start: Date, ms: number) => new Date(start.getTime() + ms);

/** When an attempt ends, given its start and the limit in minutes. */
export const deadlineOf = (start: Date, timeLimit: number | null) =>
  after(start, timeLimit === null ? NO_LIMIT_MS : timeLimit * MINUTE_MS);

export const directDeadlineOf = (start: Date) => after(start, DIRECT_MS);

/** Attempts with a deadline before this moment are over, grace included. */
export const overdueBefore = (now: Date) => after(now, -GRACE_MS);

export const isOver = (deadline: Date, now: Date) => deadline.getTime() < overdueBefore(now).getTime();

/** The moment an attempt counts as closed: never later than its deadline. */
export const closingTime = (deadline: Date, now: Date) => (deadline.getTime() < now.getTime() ? deadline : now);

/** Whole seconds from start to end; a clock that was set back makes no negative time. */
export const secondsBetween = (start: Date, end: Date) =>
  Math.max(0, Math.round((end.getTime() - start.getTime()) / 1000));

/** The client time of a direct attempt, limited to what is possible. */
export function boundedTime(told: number, timeLimit: number | null): number {
  const most = timeLimit === null ? CLIENT_TIME_WITHOUT_LIMIT : timeLimit * 60;
  return Math.min(Math.max(0, Math.floor(told)), most);
}
