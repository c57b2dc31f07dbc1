type EarlyEvents = {
  pressed: EventTarget[];
  lost: EventTarget[];
  /** Where a finger or a key of the mouse is down. */
  down?: EventTarget | null;
  /** Nothing more is noted. */
  end?: () => void;
};

declare global {
  interface Window {
    early?: EarlyEvents;
  }
}

/** What was pressed, and what did not come, before the app was there: the first script notes it (public/theme.js). */
export const earlyEvents = (): EarlyEvents => window.early ?? { pressed: [], lost: [] };

/** The app is there, and listens itself. */
export function stopEarlyEvents(): void {
  window.early?.end?.();
  delete window.early;
}
