/**
 * The server's time in this browser. The clock of the device is never used: it may be wrong by a day. Between two
 * responses of the server the monotonic clock counts on.
 */
export type AttemptClock = {
  /** Milliseconds since 1970, by the server. */
  now(): number;
  /** Sets the time from a response that took `roundTrip` milliseconds. */
  sync(serverTime: string, roundTrip: number): void;
};

/** Not valid before the first `sync`. */
export function createAttemptClock(monotonic = () => performance.now()): AttemptClock {
  let offset = 0;
  let error = Number.POSITIVE_INFINITY;
  return {
    now: () => monotonic() + offset,
    sync(time, trip) {
      const measured = Date.parse(time) + trip / 2 - monotonic();
      // The better measurement stays, until the two contradict each other: then the device has slept.
      const contradicts = Math.abs(measured - offset) > error + trip / 2 + 50;
      if (!contradicts && trip / 2 >= error) return;
      offset = measured;
      error = trip / 2;
    },
  };
}

/** An answer of the server with the milliseconds it took: the attempt's clock is set by both. */
export async function measured<T>(run: () => Promise<T>): Promise<{ answer: T; roundTrip: number }> {
  const begun = performance.now();
  const answer = await run();
  return { answer, roundTrip: performance.now() - begun };
}
