import { setImmediate } from 'node:timers/promises';

/** Lets everybody else have their turn between two pieces of work that would hold them up together. */
export const nextTurn = (): Promise<void> => setImmediate();
