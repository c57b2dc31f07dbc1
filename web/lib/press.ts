import { earlyEvents } from './early-events.ts';

/** Somebody may hold it for longer, or let go outside of the window. */
const LONGEST_MS = 1000;
/** After a finger is lifted the click may take a moment. */
const CLICK_MS = 100;

type Press = { isOver: Promise<void>; end: () => void };

let press: Press | null = null;
/** Also of a press that nobody waits for any more. */
let down: EventTarget | null = null;

function begin(target: EventTarget | null): void {
  down = target;
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
  const { down: already } = earlyEvents();
  if (already) begin(already);
  addEventListener('pointerdown', ({ target }) => begin(target), true);
  for (const end of ['pointerup', 'pointercancel', 'click']) addEventListener(end, () => (down = null), true);
  addEventListener('pointerup', () => setTimeout(press?.end ?? (() => {}), CLICK_MS), true);
  for (const end of ['pointercancel', 'click']) addEventListener(end, () => press?.end(), true);
}

/** The end of the press under way: an element that goes between down and up never hears of the click. */
export const endOfPress = (): Promise<void> | null => press?.isOver ?? null;

/** What is held down at this moment. */
export const pressedNow = (): EventTarget | null => down;

/**
 * What was held for longer than anybody waits is there anew when it is let go: the browser, which has lost where the
 * press began, tells nobody of the click.
 */
export function pressWhenLetGo(element: HTMLElement): void {
  const over = new AbortController();
  const isOn = ({ target }: Event) => target instanceof Node && element.contains(target);
  const note = (kind: string, listener: (event: Event) => void) =>
    addEventListener(kind, listener, { capture: true, signal: over.signal });
  note('pointercancel', () => over.abort());
  note('click', (event) => isOn(event) && over.abort());
  note('pointerup', (event) => {
    if (!isOn(event)) return over.abort();
    // After the browser's own click, where there is one.
    setTimeout(() => {
      if (over.signal.aborted) return;
      over.abort();
      element.click();
    });
  });
}
