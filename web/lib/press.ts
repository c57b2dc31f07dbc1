import { early } from './early.ts';

/** Somebody may hold it for longer, or let go outside of the window. */
const LONGEST_MS = 1000;
/** After a finger is lifted the click may take a moment. */
const CLICK_MS = 100;

let isDown = false;
let tell = () => {};

const end = (ms: number) => () => {
  isDown = false;
  setTimeout(() => tell(), ms);
};

/** From the beginning of the script on, with the press that began before it: a press takes several events. */
export function watchPresses(): void {
  isDown = early().isDown ?? false;
  addEventListener('pointerdown', () => (isDown = true), true);
  addEventListener('pointerup', end(CLICK_MS), true);
  addEventListener('pointercancel', end(0), true);
  addEventListener('click', end(0), true);
}

/** Now, or when the press under way is over: an element that goes between down and up never hears of the click. */
export const endOfPress = (): Promise<void> =>
  new Promise((resolve) => {
    if (!isDown) return resolve();
    tell = resolve;
    setTimeout(resolve, LONGEST_MS);
  });
