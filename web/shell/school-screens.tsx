import { useLocation } from 'wouter';
import { ScreenTitle } from '#web/lib/screen-title.ts';
import { schoolRoutes } from '#web/school-routes.tsx';
import { userFallback } from '#web/user-routes.tsx';
import { Guarded } from './guards.tsx';
import { isInner } from './navigation.ts';
import { announceScreens, Screen, Screens } from './screens.tsx';

announceScreens([...schoolRoutes, userFallback]);

/** The pages of teachers and of the office. Other users see why they may not open them; unknown addresses are a 404. */
export default function SchoolScreens() {
  const [location] = useLocation();
  return (
    <Screens
      routes={schoolRoutes}
      fallback={<Screen route={userFallback} />}
      around={(route, screen) => (
        <ScreenTitle value={isInner(location) ? route.title : null}>
          <Guarded route={route}>{screen}</Guarded>
        </ScreenTitle>
      )}
    />
  );
}
