import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { isOnServer } from '#web/lib/on-server.ts';

/** Nearer to either end than this there is nothing to resume. */
const MARGIN = 0.04;

let cameByHistory = false;
const noteHistory = () => {
  cameByHistory = true;
  // The screen that this leads to has mounted by then.
  setTimeout(() => {
    cameByHistory = false;
  }, 1000);
};
if (!isOnServer) addEventListener('popstate', noteHistory);

/**
 * Scrolls to where the reader stopped; true once it did. Back, forward and links with a fragment have their own
 * position.
 */
export function useResume(text: RefObject<HTMLElement | null>, from: number, isDone: boolean): [boolean, () => void] {
  const [resumed, setResumed] = useState(false);
  // Only the position at opening counts.
  const isOpen = useRef(false);
  useLayoutEffect(() => {
    if (isOpen.current) return;
    const isPlaced = cameByHistory || location.hash !== '';
    if (isDone || isPlaced || from < MARGIN || from > 1 - MARGIN) {
      isOpen.current = true;
      return;
    }
    // After the shell has scrolled the new screen to its top.
    const frame = requestAnimationFrame(() => {
      isOpen.current = true;
      const box = text.current?.getBoundingClientRect();
      if (!box || box.height <= innerHeight) return;
      scrollTo({ top: box.top + scrollY + from * (box.height - innerHeight), behavior: 'instant' });
      setResumed(true);
    });
    return () => cancelAnimationFrame(frame);
  }, [text, from, isDone]);
  return [resumed, () => setResumed(false)];
}
