/** How often the position is saved while a video plays. */
const EVERY_MS = 15_000;
/** A smaller difference to the last saved position is not reported. */
const SAME_SECONDS = 1;

export type PositionReporter = {
  /** The video plays, and is here. */
  heard(seconds: number): void;
  /** The video is paused, or at its end. */
  stopped(seconds: number): void;
  /** The page is hidden or left. */
  left(): void;
};

/**
 * Reports the position of a video, throttled while it plays and at once when it stops. A page in which nothing has
 * played reports nothing: with two pages open, the one that plays decides.
 */
export function createPositionReporter(
  save: (seconds: number, isLeaving: boolean) => void,
  now: () => number,
): PositionReporter {
  let told: number | undefined;
  let toldAt = now();
  let current: number | undefined;
  const tell = (isLeaving = false) => {
    toldAt = now();
    if (current === undefined || (told !== undefined && Math.abs(current - told) < SAME_SECONDS)) return;
    told = current;
    save(Math.round(current * 10) / 10, isLeaving);
  };
  return {
    heard(seconds) {
      current = seconds;
      if (now() - toldAt >= EVERY_MS) tell();
    },
    stopped(seconds) {
      current = seconds;
      tell();
    },
    left: () => tell(true),
  };
}
