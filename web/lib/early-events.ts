type EarlyEvents = {
  pressed: EventTarget[];
  lost: EventTarget[];
  /** Where a finger or a mouse button is down. */
  down?: EventTarget | null;
  /** Nothing more is noted. */
  end?: () => void;
};

declare global {
  interface Window {
    early?: EarlyEvents;
  }
}

/** What was pressed, and what did not load, before the app's script ran: noted by public/theme.js. */
export const earlyEvents = (): EarlyEvents => window.early ?? { pressed: [], lost: [] };

const buttonAt = (target: EventTarget | null | undefined): HTMLElement | null =>
  target instanceof Element ? target.closest('button') : null;

const how = { bubbles: true, cancelable: true };

function send(button: HTMLElement, pointer: string, mouse: string): void {
  button.dispatchEvent(new PointerEvent(pointer, { ...how, pointerType: 'mouse' }));
  button.dispatchEvent(new MouseEvent(mouse, how));
}

/**
 * Presses the last button again that was pressed before React listened. Most parts answer to the click, tabs and menus
 * to the beginning of a press. Of a press that still goes on only the beginning is repeated: the browser brings the end.
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
