/** The only source of business time; tests hand in one that they can move. */
export type Clock = {
  now(): Date;
  /**
   * A moment that has passed by every clock we can ask; `now` where there is only one. What takes something away from
   * people, the end of a simulado above all, is held against it.
   */
  certain?(): Date;
  /** How far this machine's clock is from the database's, in seconds; where it is known. */
  skewSeconds?(): number;
};

export const systemClock: Clock = { now: () => new Date() };

/** When two clocks are further apart than this, one of them is wrong, and it is unknown which. */
export const CLOCK_SKEW_MAX_SECONDS = 5;

export const certainTime = (clock: Clock): Date => clock.certain?.() ?? clock.now();

export const isInSync = (clock: Clock): boolean => Math.abs(clock.skewSeconds?.() ?? 0) <= CLOCK_SKEW_MAX_SECONDS;
