import { useSyncExternalStore } from 'react';
import { type Closed, closedBy } from './api.ts';

/** Where a call was refused because the student's access is over or opens other courses, and which of the two. */
type AccessEnd = { place: string; why: Closed };

let current: AccessEnd | null = null;
const listeners = new Set<() => void>();

function set(next: AccessEnd | null): void {
  if (next === current) return;
  current = next;
  for (const listener of listeners) listener();
}

/** Asked of every call that failed, once for all screens. */
export function noteAccessEnd(error: unknown): void {
  const why = closedBy(error);
  if (why !== undefined) set({ place: location.pathname, why });
}

/** Another place may be open: what was noted holds where it was noted. */
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
