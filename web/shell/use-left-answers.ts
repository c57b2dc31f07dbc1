import { useEffect } from 'react';
import { hasUnsent } from '../lib/local-data.ts';

/**
 * Answers of a simulado that an earlier visit could not send go out as soon as the student is back on any page, and
 * whenever the network returns. The code for it is fetched only then.
 */
export function useLeftAnswers(userId: string): void {
  useEffect(() => {
    const drain = async () => {
      if (!(await hasUnsent(userId))) return;
      const { drainOutboxes } = await import('../features/quizzes/drain-outboxes.ts');
      await drainOutboxes(userId);
    };
    // Whatever fails here stays in the browser and is tried at the next occasion.
    const tryDrain = () => void drain().catch(() => undefined);
    tryDrain();
    window.addEventListener('online', tryDrain);
    return () => window.removeEventListener('online', tryDrain);
  }, [userId]);
}
