import { useIsMutating } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { matchRoute, Redirect, useLocation, useRouter } from 'wouter';
import type { CurrentUser } from '#contract/people/accounts.ts';
import { whenProofIsAsked } from '#web/lib/api.ts';
import { forgetEndedSession, readEndedSession } from '#web/lib/ended-session.ts';
import { AfterHydration } from '#web/lib/hydration.ts';
import { loadChunk, loadWithRetry } from '#web/lib/load-chunk.ts';
import { paths } from '#web/lib/paths.ts';
import { keys } from '#web/lib/query-keys.ts';
import { ScreenTitle } from '#web/lib/screen-title.ts';
import { openRoutes, visitorOnlyPaths } from '#web/router.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { NewVersionBar } from '#web/ui/new-version-bar.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { userRoutes } from '#web/user-routes.tsx';
import { AccessGate } from './access-gate.tsx';
import './fill-slots.tsx';
import { Header } from './header.tsx';
import { landingAsked } from './landing-asked.ts';
import { hasSideBar, isInner } from './navigation.ts';
import { usePrefetch } from './prefetch.ts';
import { announceScreens, Screens } from './screens.tsx';
import { TabBar } from './tab-bar.tsx';
import { useBehindScreen } from './use-behind-screen.ts';
import { useLogout } from './use-logout.tsx';

const loadSchoolScreens = () => import('./school-screens.tsx');
const loadSchoolRoutes = async () => (await import('#web/school-routes.tsx')).schoolRoutes;
// Loaded after the first render, and retried until it succeeds.
const NetBar = lazy(() => loadWithRetry(() => import('#web/features/platform/offline/net-bar.tsx')));
const SideBar = lazyChunk(() => import('./side-bar.tsx'));
const StaffBar = lazyChunk(() => import('./staff-bar.tsx'));
const CommonPasswordNotice = lazyChunk(() => import('#web/features/people/accounts/common-password-notice.tsx'));
const SchoolScreens = lazyChunk(loadSchoolScreens, 'screen');
const UnsentDialog = lazyChunk(() => import('./unsent-dialog.tsx'), 'over');

// If the dialog cannot be loaded, the call fails with the message of the server.
whenProofIsAsked(() =>
  loadChunk(() => import('./ask-for-proof.tsx')).then(
    (part) => part.askForProof(),
    () => false,
  ),
);

const routes = [...userRoutes, ...openRoutes];
announceScreens(routes);

/** The app of a signed-in user. The login page prefetches this chunk at the first input. */
export default function UserApp({ user }: { user: CurrentUser }) {
  const [location] = useLocation();
  usePrefetch(routes, loadSchoolRoutes);
  // After a new login the person continues on the same page.
  const [ended] = useState(readEndedSession);
  useEffect(() => {
    landingAsked.forget();
    forgetEndedSession();
  }, []);
  useBehindScreen(user);
  const [menuOpen, setMenuOpen] = useState(false);
  const withSideBar = hasSideBar(user, location);
  const titleAt = useTitleAt();
  const [isAsking, setAsking] = useState(false);
  const logout = useLogout(user, () => setAsking(true));
  // The logout navigates to the login page shortly before the session is cleared here.
  const leaving = useIsMutating({ mutationKey: keys.logout }) > 0;
  if (visitorOnlyPaths.includes(location))
    return leaving ? <PageSpinner /> : <Redirect to={ended?.from ?? paths.home} replace />;
  return (
    <>
      <a href="#main" className="skip-link">
        Ir para o conteúdo
      </a>
      <Header
        user={user}
        title={titleAt(location)}
        menuOpen={menuOpen}
        onMenuChange={setMenuOpen}
        onLogout={logout.leaveOrAsk}
      />
      <div className="lg:grid lg:grid-cols-[auto_minmax(0,1fr)]">
        {withSideBar && (
          <Suspense fallback={<div className="side-bar w-59" />}>
            <SideBar user={user} />
          </Suspense>
        )}
        <div className={withSideBar ? 'min-w-0' : 'col-span-2 min-w-0'}>
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
              <ScreenTitle value={isInner(location) ? titleAt(location) : null}>
                <Screens
                  routes={routes}
                  fallback={
                    <Suspense fallback={<PageSpinner />}>
                      <SchoolScreens />
                    </Suspense>
                  }
                />
              </ScreenTitle>
            </AccessGate>
          </main>
        </div>
      </div>
      {user.role === 'student' ? (
        <TabBar user={user} />
      ) : (
        <Suspense>
          <StaffBar user={user} onOpenAll={() => setMenuOpen(true)} />
        </Suspense>
      )}
      <Suspense>
        {isAsking && <UnsentDialog onOpenChange={setAsking} busy={logout.isPending} onConfirm={logout.leave} />}
      </Suspense>
    </>
  );
}

/** The title of a screen of `routes` by its address. The titles of the school's screens are in their own chunk. */
function useTitleAt() {
  const { parser } = useRouter();
  return (location: string) => routes.find(({ path }) => matchRoute(parser, path, location)[0])?.title ?? null;
}
