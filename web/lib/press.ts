import { early } from './early.ts';

/** Somebody may hold it for longer, or let go outside of the window. */
const LONGEST_MS = 1000;
/** After a finger is lifted the click may take a moment. */
const CLICK_MS = 100;

type Press = { isOver: Promise<void>; end: () => void };

let press: Press | null = null;

function begin(): void {
  press?.end();
  let tell = () => {};
  const isOver = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const end = () => {
    if (press?.isOver === isOver) press = null;
    tell();
  };
  press = { isOver, end };
  setTimeout(end, LONGEST_MS);
}

/**
 * From the beginning of the script on, with the press that began before it: a press takes several events, and is over
 * with its click.
 */
export function watchPresses(): void {
  if (early().isDown) begin();
  addEventListener('pointerdown', begin, true);
  addEventListener('pointerup', () => setTimeout(press?.end ?? (() => {}), CLICK_MS), true);
  for (const end of ['pointercancel', 'click']) addEventListener(end, () => press?.end(), true);
}

/** The end of the press under way: an element that goes between down and up never hears of the click. */
export const endOfPress = (): Promise<void> | null => press?.isOver ?? null;
