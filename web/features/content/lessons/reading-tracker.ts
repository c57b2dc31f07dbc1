import { secondsToComplete } from '#contract/content/reading.ts';

/** Without input for this long, reading is paused. */
const IDLE_MS = 60_000;

/** Counts seconds of active reading: the page is visible and there was input recently. */
export function createActiveTime(now: () => number) {
  let lastSign = now();
  let lastTick = now();
  let total = 0;
  let unreported = 0;
  return {
    sign: () => {
      lastSign = now();
    },
    /** Call it about once a second. */
    tick: (isVisible: boolean) => {
      const passed = now() - lastTick;
      lastTick = now();
      // A machine that slept between two ticks was not read.
      if (!isVisible || passed > 5000 || now() - lastSign > IDLE_MS) return;
      total += passed;
      unreported += passed;
    },
    get seconds() {
      return total / 1000;
    },
    take: (): number => {
      const seconds = unreported / 1000;
      unreported = 0;
      return seconds;
    },
    /** They did not reach the server: the next report carries them. */
    giveBack: (seconds: number) => {
      unreported += seconds * 1000;
    },
  };
}

const STILL = 0.01;
const STILL_TICKS = 2;

/**
 * The reading position is where the scroll rests for two seconds. Scrolling up to the header to leave, or down to see
 * how much is left, does not count.
 */
export function createReadingPosition(from: number) {
  let kept = from;
  let last = from;
  let still = 0;
  return {
    /** Call it about once a second with the position of that moment. */
    tick: (position: number) => {
      still = Math.abs(position - last) < STILL ? still + 1 : 0;
      last = position;
      if (still >= STILL_TICKS) kept = position;
    },
    get position() {
      return kept;
    },
  };
}

/** One second more than the server requires: its clock started slightly later. */
export const isReadEnough = (seconds: number, wordCount: number) => seconds >= secondsToComplete(wordCount) + 1;

/** How far the text has been scrolled through, 0 to 1: its end is reached when its last line is in view. */
export function scrolledThrough(text: { top: number; height: number }, viewportHeight: number): number {
  const readable = text.height - viewportHeight;
  if (readable <= 0) return text.top + text.height <= viewportHeight ? 1 : 0;
  return Math.min(1, Math.max(0, -text.top / readable));
}
