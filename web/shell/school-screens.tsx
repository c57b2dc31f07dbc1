import { schoolRoutes } from '#web/school-routes.tsx';
import { userFallback } from '#web/user-routes.tsx';
import { Guarded } from './guards.tsx';
import { announceScreens, Screen, Screens } from './screens.tsx';

announceScreens([...schoolRoutes, userFallback]);

/** Of those who teach or run the school; whoever else comes here by an address is told so. Beyond them there is nothing. */
export default function SchoolScreens() {
  return (
    <Screens
      routes={schoolRoutes}
      fallback={<Screen route={userFallback} />}
      around={({ guard }, screen) => (guard ? <Guarded guard={guard}>{screen}</Guarded> : screen)}
    />
  );
}
