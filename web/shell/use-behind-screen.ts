import { useEffect } from 'react';
import type { User } from '#contract/platform/users.ts';

/**
 * What goes on behind every screen comes after the first one: answers that an earlier visit could not send, and the
 * service worker. Where its code does not come, both wait for the next page.
 */
export function useBehindScreen(user: User): void {
  useEffect(() => {
    const going = import('./behind-screen.ts').then(({ goOn }) => goOn(user)).catch(() => null);
    return () => void going.then((stop) => stop?.());
  }, [user]);
}
