/** The only source of business time; tests hand in one that they can move. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
