import { useEffect } from 'react';
import { untilDone } from '../lib/until-done.ts';

/**
 * Answers of a simulado that an earlier visit could not send go out as soon as the student is back on any page, and
 * whenever the network returns; a server that is away for a moment is tried again. The code for it is fetched only
 * then.
 */
export function useLeftAnswers(userId: string): void {
  useEffect(() => {
    const drain = untilDone(async () => {
      const { hasUnsent } = await import('../lib/local-data.ts');
      if (!(await hasUnsent(userId))) return true;
      const { drainOutboxes } = await import('../features/quizzes/taking/drain-outboxes.ts');
      return drainOutboxes(userId);
    });
    drain.now();
    window.addEventListener('online', drain.now);
    return () => {
      drain.stop();
      window.removeEventListener('online', drain.now);
    };
  }, [userId]);
}
