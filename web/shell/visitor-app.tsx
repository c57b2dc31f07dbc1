import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { loadUntilThere } from '../lib/parts.ts';
import { paths } from '../lib/paths.ts';
import { sessionStore } from '../lib/safe-storage.ts';
import { openRoutes, visitorFallback, visitorRoutes } from '../router.tsx';
import { NewVersionBar } from '../ui/new-version-bar.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { announceScreens, Screen, Screens } from './screens.tsx';

const routes = [...visitorRoutes, ...openRoutes];
announceScreens(routes);

/** `/` without a session is the landing page, which is a document of its own. */
const LOADED = 'landingAsked';

/** Somebody is logged in: the next time nobody is, the landing page may be asked for again. */
export const rememberUser = () => sessionStore.remove(LOADED);

export function VisitorApp() {
  const [location] = useLocation();
  // Asked for once only: a server that answers `/` with this app all the same must not make it load for ever.
  const [isNotable, setNotable] = useState(true);
  const wantsLanding = isNotable && location === paths.home && sessionStore.read(LOADED) === null;
  useEffect(() => {
    if (!wantsLanding) return;
    if (sessionStore.write(LOADED, 'yes')) window.location.assign(paths.home);
    else setNotable(false);
  }, [wantsLanding]);
  // A session that ended elsewhere, or another person's turn: before anybody can log in, copies of the last one go.
  useEffect(() => {
    navigator.serviceWorker?.getRegistration().then((worker) => {
      if (worker) loadUntilThere(() => import('../lib/kept-copies.ts')).then(({ forgetCopies }) => forgetCopies());
    });
  }, []);
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
