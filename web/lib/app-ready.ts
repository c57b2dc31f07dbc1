import { useEffect } from 'react';

let isReady = false;
const listeners = new Set<() => void>();

/** Runs once the first screen is hydrated, or rendered by the browser: its keys and buttons work. */
export function whenReady(listener: () => void): void {
  if (isReady) listener();
  else listeners.add(listener);
}

/** Rendered beside a screen, within its `Suspense`: its effect runs when the screen is hydrated. */
export function AppReady(): null {
  useEffect(() => {
    isReady = true;
    for (const listener of listeners) listener();
    listeners.clear();
  }, []);
  return null;
}
