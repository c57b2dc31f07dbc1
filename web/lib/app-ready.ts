import { useEffect } from 'react';

let isReady = false;
const listeners = new Set<() => void>();

/** Runs once the first screen is hydrated, or rendered by the browser: its keys and buttons work. */
export function whenReady(listener: () => void): void {
  if (isReady) listener();
  else listeners.add(listener);
}

/** Stands beside a screen, within its `Suspense`: effects in there run when the screen is hydrated. */
export function AppReady(): null {
  useEffect(() => {
    isReady = true;
    for (const listener of listeners) listener();
    listeners.clear();
  }, []);
  return null;
}
