import { useEffect, useRef, useState } from 'react';
import { useFlushOnLeave } from '../../lib/use-leaving.ts';
import { type Draft, removeDraft, saveDraft } from './drafts.ts';
import { hasText, isSame, type LessonForm } from './lesson-form.ts';

const PAUSE_MS = 400;

type Keeping = { key: string; form: LessonForm; baseline: LessonForm; lesson?: Draft['lesson'] };

/**
 * Keeps a form in the browser while it is written: after each pause of typing, and at once when the page is hidden or
 * closed. Leaving asks only where the browser has no room for it (kept-drafts.ts).
 */
export function useDraft({ key, form, baseline, lesson }: Keeping) {
  const [state, setState] = useState<'idle' | 'saved' | 'failed'>('idle');
  const isWorthKeeping = hasText(form) && !isSame(form, baseline);
  const latest = useRef<(() => void) | null>(null);
  const isDone = useRef(false);

  useEffect(() => {
    if (isDone.current) return;
    if (!isWorthKeeping) {
      latest.current = null;
      removeDraft(key);
      setState('idle');
      return;
    }
    const save = () => {
      latest.current = null;
      const saved = saveDraft({ key, form, ...(lesson ? { lesson } : {}), savedAt: new Date().toISOString() });
      setState(saved ? 'saved' : 'failed');
    };
    latest.current = save;
    const timer = setTimeout(save, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key, form, lesson, isWorthKeeping]);

  useFlushOnLeave(latest);

  return {
    state,
    isWorthKeeping,
    /** It was sent, or thrown away on purpose. */
    clear: () => {
      isDone.current = true;
      latest.current = null;
      removeDraft(key);
    },
    /** The session has ended and the login page is coming: the draft is kept, nothing need be asked. */
    letGo: () => {
      latest.current?.();
      isDone.current = true;
    },
  };
}
