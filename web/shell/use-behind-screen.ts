import { useEffect } from 'react';
import type { User } from '#contract/platform/users.ts';

/**
 * Background work starts after the first screen: sending answers that an earlier visit could not send, and the service
 * worker. If its code fails to load, both wait for the next page.
 */
export function useBehindScreen(user: User): void {
  useEffect(() => {
    const going = import('./behind-screen.ts').then(({ goOn }) => goOn(user)).catch(() => null);
    return () => void going.then((stop) => stop?.());
  }, [user]);
}
