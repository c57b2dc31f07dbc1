import { useEffect } from 'react';
import { matchRoute, useRouter } from 'wouter';
import type { Route } from '#web/route.ts';

const events = ['pointerover', 'touchstart', 'focusin'] as const;

/**
 * Prefetches the chunk of a screen on hover, touch or focus of a link to it. `more` are routes that are searched only
 * when no other matches.
 */
export function usePrefetch(routes: readonly Route[], more: () => Promise<readonly Route[]>): void {
  const { parser } = useRouter();
  useEffect(() => {
    const prefetch = (event: Event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="/"]') : null;
      const path = link instanceof HTMLAnchorElement ? link.pathname : null;
      // Offline there is nothing to fetch, and the link is not followed yet.
      if (!path || !navigator.onLine) return;
      const isMeant = (candidate: Route) => matchRoute(parser, candidate.path, path)[0];
      const screen = async () => (routes.find(isMeant) ?? (await more()).find(isMeant))?.load();
      // A failure is shown only when the screen is opened.
      screen().catch(() => undefined);
    };
    for (const event of events) document.addEventListener(event, prefetch, { passive: true });
    return () => {
      for (const event of events) document.removeEventListener(event, prefetch);
    };
  }, [parser, routes, more]);
}
