import { useEffect, useEffectEvent, useRef } from 'react';
import { useCountLeaves } from './quizzes.queries.ts';

type Leaving = { attemptId: number; isCounted: boolean; before: number };

/** Counts how often the page was left while the exam was open. The student has read that it is. */
export function useLeaves({ attemptId, isCounted, before }: Leaving): void {
  const { mutate } = useCountLeaves();
  const count = useRef(before);
  const leave = useEffectEvent(() => {
    if (document.visibilityState === 'hidden') count.current += 1;
    // Reported on return: a page in the background may be suspended before the request is sent.
    else mutate({ attemptId, count: count.current });
  });
  useEffect(() => {
    if (!isCounted) return;
    const listener = () => leave();
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  }, [isCounted]);
}
