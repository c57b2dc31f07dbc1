import { useCallback, useEffect, useRef } from 'react';
import { useFlushOnLeave, useLeaveWarning } from './use-leaving.ts';

/** What was typed and never saved, as it lies in this browser. */
export type KeptDraft<T> = {
  value: T;
  /** The revision of what it changes; null for something new. */
  revision: number | null;
  savedAt: string;
};

const PAUSE_MS = 400;

/** Null where there is nothing, or nothing that can be read. */
export function readKept<T>(key: string): KeptDraft<T> | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as KeptDraft<T> | null;
    return kept?.value && kept.savedAt ? kept : null;
  } catch {
    return null;
  }
}

function keep<T>(key: string, draft: KeptDraft<T>): void {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // No room, or no storage at all: the warning before the page is left is what remains.
  }
}

type Keeping<T> = { key: string; value: T; revision: number | null; isDirty: boolean };

/**
 * Keeps what is typed in this browser until it is saved: after each pause, and at once when the page is hidden, closed
 * or left. A crash, a dead battery or an ended session takes nothing away. `key` is one of `localKey(id, 'unsent:…')`.
 */
export function useKeptDraft<T>({ key, value, revision, isDirty }: Keeping<T>) {
  const pending = useRef<(() => void) | null>(null);

  useEffect(() => {
    if (!isDirty) {
      pending.current = null;
      localStorage.removeItem(key);
      return;
    }
    const write = () => {
      pending.current = null;
      keep(key, { value, revision, savedAt: new Date().toISOString() });
    };
    pending.current = write;
    const timer = setTimeout(write, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key, value, revision, isDirty]);

  useFlushOnLeave(pending);
  useLeaveWarning(isDirty);

  /** It was saved, and the page may be left before the next render. */
  return useCallback(() => {
    pending.current = null;
    localStorage.removeItem(key);
  }, [key]);
}
