declare global {
  interface Window {
    early?: { pressed: EventTarget[]; lost: EventTarget[] };
  }
}

/** What was pressed, and what did not come, before the app was there: the first script notes it (public/theme.js). */
export const early = (): { pressed: EventTarget[]; lost: EventTarget[] } => window.early ?? { pressed: [], lost: [] };

/** The app is there, and listens itself. */
export function endOfEarly(): void {
  delete window.early;
}
