import { useIsMutating } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import type { CurrentUser } from '#contract/people/accounts.ts';
import { forgetEndedSession, readEndedSession } from '#web/lib/ended-session.ts';
import { AfterHydration } from '#web/lib/hydration.ts';
import { loadWithRetry } from '#web/lib/load-chunk.ts';
import { paths } from '#web/lib/paths.ts';
import { keys } from '#web/lib/query-keys.ts';
import { openRoutes, visitorOnlyPaths } from '#web/router.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { NewVersionBar } from '#web/ui/new-version-bar.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { userRoutes } from '#web/user-routes.tsx';
import { AccessGate } from './access-gate.tsx';
import './fill-slots.tsx';
import { Header } from './header.tsx';
import { landingAsked } from './landing-asked.ts';
import { hasSecondLine } from './navigation.ts';
import { usePrefetch } from './prefetch.ts';
import { announceScreens, Screens } from './screens.tsx';
import { TabBar } from './tab-bar.tsx';
import { useBehindScreen } from './use-behind-screen.ts';
import { useLogout } from './use-logout.tsx';

const loadSchoolScreens = () => import('./school-screens.tsx');
const loadSchoolRoutes = async () => (await import('#web/school-routes.tsx')).schoolRoutes;
// Nobody asks for it by hand: it comes after the first drawing, and is tried until it is there.
const NetBar = lazy(() => loadWithRetry(() => import('#web/features/platform/offline/net-bar.tsx')));
const SecondLine = lazyChunk(() => import('./second-line.tsx'));
const CommonPasswordNotice = lazyChunk(() => import('#web/features/people/accounts/common-password-notice.tsx'));
const SchoolScreens = lazyChunk(loadSchoolScreens, 'screen');
const UnsentDialog = lazyChunk(() => import('./unsent-dialog.tsx'), 'over');

const routes = [...userRoutes, ...openRoutes];
announceScreens(routes);

/** A part of its own: whoever comes to log in does without it, and is given it while they type. */
export default function UserApp({ user }: { user: CurrentUser }) {
  const [location] = useLocation();
  usePrefetch(routes, loadSchoolRoutes);
  // Whoever had to log in again goes on where they were.
  const [ended] = useState(readEndedSession);
  useEffect(() => {
    landingAsked.forget();
    forgetEndedSession();
  }, []);
  useBehindScreen(user);
  const [isAsking, setAsking] = useState(false);
  const logout = useLogout(user, () => setAsking(true));
  // Logging out goes to the login page a moment before the session is gone here.
  const leaving = useIsMutating({ mutationKey: keys.logout }) > 0;
  if (visitorOnlyPaths.includes(location))
    return leaving ? <PageSpinner /> : <Redirect to={ended?.from ?? paths.home} replace />;
  return (
    <>
      <a href="#main" className="skip-link">
        Ir para o conteúdo
      </a>
      <Header user={user} onLogout={logout.leaveOrAsk} />
      {hasSecondLine(user, location) && (
        <Suspense fallback={<div className="h-12 border-line border-b bg-surface" />}>
          <SecondLine user={user} />
        </Suspense>
      )}
      <Suspense>
        <AfterHydration>
          <NetBar userId={user.id} />
        </AfterHydration>
      </Suspense>
      <NewVersionBar />
      <Suspense>
        <AfterHydration>{user.commonPassword && <CommonPasswordNotice />}</AfterHydration>
      </Suspense>
      <main id="main" tabIndex={-1} className="outline-none">
        <AccessGate>
          <Screens
            routes={routes}
            fallback={
              <Suspense fallback={<PageSpinner />}>
                <SchoolScreens />
              </Suspense>
            }
          />
        </AccessGate>
      </main>
      <TabBar user={user} onLogout={logout.leaveOrAsk} />
      <Suspense>
        {isAsking && <UnsentDialog onOpenChange={setAsking} busy={logout.isPending} onConfirm={logout.leave} />}
      </Suspense>
    </>
  );
}
