import { MINUTE_MS } from '#contract/time.ts';
import { closingTime, GRACE_MS, overdueBefore } from '#server/features/exams/mock-exams/grading/deadline.ts';
import {
  areResultsOut,
  resultsAtOf,
  sittingAt,
  type Window,
} from '#server/features/exams/mock-exams/windows/window-rules.ts';
import type { Events } from './explore.ts';

/**
 * One student in one window, with a device whose network comes and goes. What a moment allows is decided by the
 * product's own pure functions; times are milliseconds, and the clock jumps from one interesting moment to the next.
 */
export type SittingState = {
  /** Which of the moments it is. */
  at: number;
  attempt: { deadline: number; resultsAt: number | null; closedAt: number | null; stored: number } | null;
  device: {
    /** Number of the last answer; those not yet acknowledged wait in the queue with the time they were given. */
    seq: number;
    queue: { seq: number; givenAt: number }[];
    acknowledged: number;
    /** Answers that were given in time and refused. */
    refusedInTime: number;
    knowsTheEnd: boolean;
    hasResult: boolean;
  };
};

const LIMIT_MINUTES = 60;
const ANSWERS_MAX = 2;
const opensAt = 100 * MINUTE_MS;
const closesAt = opensAt + 90 * MINUTE_MS;

export const newSitting: SittingState = {
  at: 0,
  attempt: null,
  device: { seq: 0, queue: [], acknowledged: 0, refusedInTime: 0, knowsTheEnd: false, hasResult: false },
};

export function sittingModel(lateStart: Window['lateStart']) {
  const resultsAt = resultsAtOf(new Date(closesAt), lateStart, LIMIT_MINUTES).getTime();
  const window: Window = {
    opensAt: new Date(opensAt),
    closesAt: new Date(closesAt),
    lateStart,
    resultsAt: new Date(resultsAt),
  };
  const around = (time: number) => [time - 1, time, time + GRACE_MS, time + GRACE_MS + 1];
  const limit = LIMIT_MINUTES * MINUTE_MS;
  const interesting = [opensAt, opensAt + limit, closesAt, resultsAt].flatMap(around);
  const moments = [...new Set([0, ...interesting, resultsAt + 60 * limit])].sort((one, other) => one - other);
  const nowOf = ({ at }: SittingState) => new Date(moments[at] ?? 0);

  const takesAnswers = ({ closedAt, deadline }: NonNullable<SittingState['attempt']>, now: Date) =>
    closedAt === null && deadline >= overdueBefore(now).getTime();

  /** The queue arrives; whether the device learns of it is another matter. */
  function deliver(state: SittingState, isAnswered: boolean): SittingState {
    const { attempt, device } = state;
    const last = device.queue.at(-1);
    if (!attempt || !last) return state;
    if (takesAnswers(attempt, nowOf(state))) {
      const stored = { ...attempt, stored: Math.max(attempt.stored, last.seq) };
      if (!isAnswered) return { ...state, attempt: stored };
      return { ...state, attempt: stored, device: { ...device, queue: [], acknowledged: last.seq } };
    }
    if (!isAnswered) return state;
    // Answers in the queue that were stored by a call whose answer was lost are not lost.
    const refused = device.queue.filter(({ seq, givenAt }) => seq > attempt.stored && givenAt <= attempt.deadline);
    const isTooEarly = nowOf(state).getTime() <= attempt.deadline + GRACE_MS && attempt.closedAt === null;
    const refusedInTime = device.refusedInTime + (isTooEarly ? refused.length : 0);
    return { ...state, device: { ...device, queue: [], refusedInTime, knowsTheEnd: true } };
  }

  const close = (state: SittingState): SittingState => {
    if (!state.attempt || state.attempt.closedAt !== null) return state;
    const closedAt = closingTime(new Date(state.attempt.deadline), nowOf(state)).getTime();
    return { ...state, attempt: { ...state.attempt, closedAt } };
  };

  const isReadable = ({ attempt, ...state }: SittingState) =>
    attempt !== null &&
    attempt.closedAt !== null &&
    (attempt.resultsAt === null || areResultsOut(new Date(attempt.resultsAt), nowOf({ attempt, ...state })));

  const events: Events<SittingState> = {
    'time passes': (state) => (state.at + 1 < moments.length ? { ...state, at: state.at + 1 } : null),
    'the student starts': (state) => {
      const sitting = sittingAt(window, nowOf(state), LIMIT_MINUTES);
      // After the end of the model nothing would close the attempt.
      if (state.attempt || sitting.state !== 'open' || sitting.deadline.getTime() > resultsAt + limit) return null;
      const [deadline, shownAt] = [sitting.deadline.getTime(), sitting.resultsAt?.getTime() ?? null];
      return { ...state, attempt: { deadline, resultsAt: shownAt, closedAt: null, stored: 0 } };
    },
    'the student answers': (state) => {
      const { attempt, device } = state;
      const now = nowOf(state).getTime();
      if (!attempt || device.knowsTheEnd || now > attempt.deadline || device.seq === ANSWERS_MAX) return null;
      const seq = device.seq + 1;
      return { ...state, device: { ...device, seq, queue: [...device.queue, { seq, givenAt: now }] } };
    },
    'the queue arrives': (state) => (state.device.queue.length > 0 ? deliver(state, true) : null),
    'the queue arrives, and the answer is lost': (state) =>
      state.device.queue.length > 0 ? deliver(state, false) : null,
    'the student finishes': (state) => {
      if (!state.attempt || state.device.knowsTheEnd) return null;
      const after = close(deliver(state, true));
      return { ...after, device: { ...after.device, knowsTheEnd: true } };
    },
    'the student finishes, and the answer is lost': (state) =>
      state.attempt && !state.device.knowsTheEnd ? close(deliver(state, false)) : null,
    'the worker closes what is over': (state) =>
      state.attempt && state.attempt.deadline < overdueBefore(nowOf(state)).getTime() ? close(state) : null,
    'the student reads the result': (state) =>
      isReadable(state) ? { ...state, device: { ...state.device, knowsTheEnd: true, hasResult: true } } : null,
  };

  return {
    events,
    nowOf,
    isReadable,
    /** The last moment at which anybody of this window may still send an answer. */
    lastAnswerAt: Math.max(
      ...moments.flatMap((now) => {
        const sitting = sittingAt(window, new Date(now), LIMIT_MINUTES);
        return sitting.state === 'open' && sitting.resultsAt !== null ? [sitting.deadline.getTime() + GRACE_MS] : [];
      }),
    ),
    /** The device has nothing to send and the student has the result, or never began. */
    isAtRest: ({ at, attempt, device }: SittingState): boolean =>
      attempt === null ? at === moments.length - 1 : device.hasResult && device.queue.length === 0,
  };
}
