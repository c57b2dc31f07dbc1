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

/** Whole seconds left, never below zero. */
export const secondsLeft = (deadlineAt: string, now: number) =>
  Math.max(0, Math.ceil((Date.parse(deadlineAt) - now) / 1000));

/** 2322 → '38:42', 4500 → '1:15:00' */
export function formatCountdown(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return `${hours > 0 ? `${hours}:` : ''}${two(minutes)}:${two(seconds % 60)}`;
}

const SPOKEN_AT = [600, 300, 60];

/** The announcement for screen readers when the countdown passes 10, 5 and 1 minutes; none at any other second. */
export function spokenCountdown(before: number, now: number): string | null {
  const passed = SPOKEN_AT.find((mark) => before > mark && now <= mark);
  if (passed === undefined) return null;
  return passed === 60 ? 'Falta 1 minuto.' : `Faltam ${passed / 60} minutos.`;
}
