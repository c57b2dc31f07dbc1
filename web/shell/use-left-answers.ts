import { useEffect } from 'react';

/**
 * Answers of a simulado that an earlier visit could not send go out as soon as the student is back on any page, and
 * whenever the network returns; a server that is away for a moment is tried again. The code for it comes after the
 * first screen; where it does not come, the answers wait for the next page.
 */
export function useLeftAnswers(userId: string): void {
  useEffect(() => {
    const sending = import('./left-answers.ts')
      .then(({ sendLeftAnswers }) => sendLeftAnswers(userId))
      .catch(() => null);
    return () => void sending.then((stop) => stop?.());
  }, [userId]);
}
