import { useSyncExternalStore } from 'react';
import { type Closed, closedBy } from './api.ts';

/**
 * The path where a call was refused because the student's access is over or covers other courses, and which of the two.
 */
type AccessEnd = { place: string; why: Closed };

let current: AccessEnd | null = null;
const listeners = new Set<() => void>();

function set(next: AccessEnd | null): void {
  if (next === current) return;
  current = next;
  for (const listener of listeners) listener();
}

/** Called for every failed call, for all screens. */
export function noteAccessEnd(error: unknown): void {
  const why = closedBy(error);
  if (why !== undefined) set({ place: location.pathname, why });
}

/** Called when the path changes: other paths may be accessible. */
export const forgetAccessEnd = (): void => set(null);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

export const useAccessEnd = (): AccessEnd | null =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
