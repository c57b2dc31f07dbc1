import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { loadWithRetry } from '#web/lib/load-chunk.ts';
import { paths } from '#web/lib/paths.ts';
import { whenIdle } from '#web/lib/when-idle.ts';
import { openRoutes, visitorFallback, visitorRoutes } from '#web/router.tsx';
import { NewVersionBar } from '#web/ui/new-version-bar.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { landingAsked } from './landing-asked.ts';
import { loadUserApp } from './load-user-app.ts';
import { usePrefetch } from './prefetch.ts';
import { announceScreens, Screen, Screens } from './screens.tsx';

const routes = [...visitorRoutes, ...openRoutes];
announceScreens(routes);
const loadHome = () => import('#web/home-screen.tsx');
const noMore = async () => [];

export function VisitorApp() {
  const [location] = useLocation();
  // Requested only once: if the server answers `/` with this app, the page must not reload for ever.
  const [isNotable, setNotable] = useState(true);
  const wantsLanding = isNotable && location === paths.home && !landingAsked.is();
  useEffect(() => {
    if (!wantsLanding) return;
    if (landingAsked.note()) window.location.assign(paths.home);
    else setNotable(false);
  }, [wantsLanding]);
  // The session ended elsewhere, or another person uses the device: cached copies are deleted before the next login.
  useEffect(() => {
    navigator.serviceWorker?.getRegistration().then((worker) => {
      if (worker)
        loadWithRetry(() => import('#web/lib/cached-copies.ts')).then(({ clearCachedCopies }) => clearCachedCopies());
    });
  }, []);
  usePrefetch(routes, noMore);
  useNextScreen();
  if (wantsLanding) return <PageSpinner />;
  return (
    <>
      <NewVersionBar />
      <main id="main" tabIndex={-1} className="outline-none">
        <Screens routes={routes} fallback={<Screen route={visitorFallback} />} />
      </main>
    </>
  );
}

/** Typing announces a login: the chunks that follow it are prefetched when the browser is idle. */
function useNextScreen(): void {
  useEffect(() => {
    const fetchNext = () =>
      whenIdle(() => {
        // A failure is shown only when the screen is opened.
        Promise.all([loadUserApp(), loadHome()]).catch(() => undefined);
      });
    addEventListener('input', fetchNext, { once: true, passive: true });
    return () => removeEventListener('input', fetchNext);
  }, []);
}
