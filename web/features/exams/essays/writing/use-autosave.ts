import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { EditingHandle } from '#web/lib/use-editing.ts';

const FIRST_RETRY_MS = 2000;
const LAST_RETRY_MS = 30_000;

/**
 * Autosave: some seconds after the first unsaved change, at once when the network returns, and again after a failure.
 * A conflict stops it until the user has decided, a break until it is over. Unsaved text is stored in this browser
 * (useEditing).
 */
export function useAutosave<T extends object>(
  editing: EditingHandle<T>,
  { everyMs, isPaused = false }: { everyMs: number; isPaused?: boolean },
): { isFailing: boolean } {
  const [failures, setFailures] = useState(0);
  const isWaiting = useRef(false);
  const save = useEffectEvent(async () => {
    if (isWaiting.current || isPaused || !editing.isDirty || editing.conflict) return;
    isWaiting.current = true;
    try {
      const result = await editing.save();
      setFailures((before) => (result === 'failed' || result === 'signed out' ? before + 1 : 0));
    } finally {
      isWaiting.current = false;
    }
  });

  const isPending = editing.isDirty && !editing.conflict && !editing.isSaving && !isPaused;
  useEffect(() => {
    if (!isPending) return;
    const pause = failures === 0 ? everyMs : Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
    const timer = setTimeout(() => void save(), pause);
    return () => clearTimeout(timer);
  }, [isPending, failures, everyMs]);

  useEffect(() => {
    const now = () => void save();
    addEventListener('online', now);
    document.addEventListener('visibilitychange', now);
    return () => {
      removeEventListener('online', now);
      document.removeEventListener('visibilitychange', now);
    };
  }, []);
  return { isFailing: failures > 0 };
}
