type EarlyEvents = {
  pressed: EventTarget[];
  lost: EventTarget[];
  /** The target of a pointer that is still down. */
  down?: EventTarget | null;
  /** Stops the recording. */
  end?: () => void;
};

declare global {
  interface Window {
    early?: EarlyEvents;
  }
}

/** Presses and failed loads before the app's script ran, recorded by public/theme.js. */
export const earlyEvents = (): EarlyEvents => window.early ?? { pressed: [], lost: [] };

const buttonAt = (target: EventTarget | null | undefined): HTMLElement | null =>
  target instanceof Element ? target.closest('button') : null;

const how = { bubbles: true, cancelable: true };

function send(button: HTMLElement, pointer: string, mouse: string): void {
  button.dispatchEvent(new PointerEvent(pointer, { ...how, pointerType: 'mouse' }));
  button.dispatchEvent(new MouseEvent(mouse, how));
}

/**
 * Replays the last button press before React listened. Most components react to the click, tabs and menus to the
 * pointerdown. For a press that is still going on only the pointerdown is replayed: the browser fires the end.
 */
export function replayPresses({ pressed, down, end }: EarlyEvents): void {
  end?.();
  const last = pressed.map(buttonAt).findLast((button) => button?.isConnected);
  if (last) {
    send(last, 'pointerdown', 'mousedown');
    send(last, 'pointerup', 'mouseup');
    last.click();
  }
  const held = buttonAt(down);
  if (held?.isConnected) send(held, 'pointerdown', 'mousedown');
}
