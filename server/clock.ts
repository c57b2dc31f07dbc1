import { AsyncLocalStorage } from 'node:async_hooks';

/** The only source of business time; tests hand in one that they can move. */
export type Clock = {
  now(): Date;
  /**
   * A moment that has passed by every clock we can ask; `now` where there is only one. What takes something away from
   * people, the end of a simulado above all, is held against it.
   */
  certain?(): Date;
  /** The current time where `now` is a past moment: the history of the sample school is made with such a clock. */
  present?(): Date;
  /** How far this machine's clock is from the database's, in seconds; where it is known. */
  skewSeconds?(): number;
};

export const systemClock: Clock = { now: () => new Date() };

/** When two clocks are further apart than this, one of them is wrong, and it is unknown which. */
export const CLOCK_SKEW_MAX_SECONDS = 5;

export const presentTime = (clock: Clock): Date => clock.present?.() ?? clock.now();

export const certainTime = (clock: Clock): Date => clock.certain?.() ?? clock.now();

export const isInSync = (clock: Clock): boolean => Math.abs(clock.skewSeconds?.() ?? 0) <= CLOCK_SKEW_MAX_SECONDS;

/** The time of one document. It runs on once the document is done. */
export type Moment = { times: Map<string, Date>; isOver: boolean };

const moments = new AsyncLocalStorage<Moment>();

export const newMoment = (): Moment => ({ times: new Map(), isOver: false });

/** The clock stands still for `work`: the calls of a document ask about the same instant, and so for the same rows. */
export const atOneMoment = <T>(moment: Moment, work: () => T): T => moments.run(moment, work);

/** A clock that stands still within `atOneMoment`. */
export function standingClock(clock: Clock): Clock {
  const standing = (name: string, read: () => Date) => {
    const moment = moments.getStore();
    if (!moment || moment.isOver) return read();
    const time = moment.times.get(name) ?? read();
    moment.times.set(name, time);
    return new Date(time);
  };
  return Object.assign(Object.create(clock) as Clock, {
    now: () => standing('now', () => clock.now()),
    certain: () => standing('certain', () => certainTime(clock)),
  });
}
