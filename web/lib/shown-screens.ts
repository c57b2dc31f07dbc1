/** The last screens of this visit, by the pattern of their route, and when each was opened. */
const shown: { path: string; since: number }[] = [];
const MOST = 50;

export function noteScreen(path: string): void {
  // The first screen was there before its script.
  shown.push({ path, since: shown.length === 0 ? 0 : performance.now() });
  if (shown.length > MOST) shown.shift();
}

/** The screen at a moment of the visit (`performance.now()`); undefined when it is forgotten. */
export const screenAt = (moment: number): string | undefined => shown.findLast(({ since }) => since <= moment)?.path;
