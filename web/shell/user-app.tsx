import { useEffect } from 'react';
import { Redirect, useLocation } from 'wouter';
import type { User } from '../../contract/accounts.ts';
import { paths } from '../lib/paths.ts';
import { openRoutes, userFallback, userRoutes, visitorOnlyPaths } from '../router.tsx';
import { OfflineBar } from '../ui/offline-bar.tsx';
import { Header } from './header.tsx';
import { Screens } from './screens.tsx';
import { rememberUser } from './visitor-app.tsx';

const routes = [...userRoutes, ...openRoutes];

export function UserApp({ user }: { user: User }) {
  const [location] = useLocation();
  useEffect(rememberUser, []);
  if (visitorOnlyPaths.includes(location)) return <Redirect to={paths.home} replace />;
  return (
    <>
      <a href="#main" className="skip-link">
        Ir para o conteúdo
      </a>
      <Header user={user} />
      <OfflineBar />
      <main id="main" tabIndex={-1} className="outline-none">
        <Screens routes={routes} fallback={userFallback} />
      </main>
    </>
  );
}
