import { type ComponentType, type ReactNode, Suspense, useEffect, useInsertionEffect, useLayoutEffect } from 'react';
import { Route as Match, Switch, useLocation } from 'wouter';
import { AppReady } from '#web/lib/app-ready.ts';
import { isOnServer } from '#web/lib/on-server.ts';
import { useServerTitle, writeTitle } from '#web/lib/page-title.ts';
import { noteScreen } from '#web/lib/shown-screens.ts';
import type { Route } from '#web/route.ts';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';

const lazyScreens = new Map<Route['load'], ComponentType>();

/** One lazy component per screen, cached: a new one on each render would remount the screen. */
function screenOf({ load }: Route): ComponentType {
  const known = lazyScreens.get(load);
  if (known) return known;
  const made = lazyChunk(load, 'screen');
  lazyScreens.set(load, made);
  return made;
}

/**
 * Registers the chunks of the screens, so that those that the document names can be preloaded before the first render.
 */
export function announceScreens(routes: readonly Route[]): void {
  for (const route of routes) screenOf(route);
}

type Around = (route: Route, screen: ReactNode) => ReactNode;

type ScreensProps = {
  routes: Route[];
  /** Shown when no route matches. */
  fallback: ReactNode;
  around?: Around;
};

/** The screen of the current path, or the fallback. */
export function Screens({ routes, fallback, around }: ScreensProps) {
  return (
    <Switch>
      {routes.map((route) => (
        <Match key={route.path} path={route.path}>
          <Screen route={route} around={around} />
        </Match>
      ))}
      <Match>{fallback}</Match>
    </Switch>
  );
}

export function Screen({ route, around }: { route: Route; around?: Around | undefined }) {
  const Component = screenOf(route);
  useArrival(route.title);
  useEffect(() => noteScreen(route.path), [route.path]);
  // Errors are reset with the location (lazy-chunk.tsx): an error on one lesson is gone on the next.
  const screen = (
    <Suspense fallback={<PageSpinner />}>
      <Component />
      <AppReady />
    </Suspense>
  );
  return around ? around(route, screen) : screen;
}

let cameByHistory = false;
let lastLocation: string | null = null;
let lastFocus: Element | null = null;
const noteHistory = () => {
  cameByHistory = true;
};
if (!isOnServer) addEventListener('popstate', noteHistory);

/** On a new screen, updates the document's title, the scroll position and the focus. */
function useArrival(title: string): void {
  const [location] = useLocation();
  useServerTitle(title);
  // Before the effects of the screen, which may set a better title.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other content on the screen starts with its title
  useLayoutEffect(() => writeTitle(title), [title, location]);
  // Before the screen takes the focus: a loaded one does so in this commit.
  useInsertionEffect(() => {
    lastFocus = document.activeElement;
  });
  useEffect(() => {
    const firstScreen = lastLocation === null;
    if (location === lastLocation) return;
    lastLocation = location;
    if (firstScreen) return;
    // Back and forward keep the scroll position of the browser; a new page starts at its top.
    // An address with a fragment is scrolled to by its screen.
    if (!cameByHistory && !window.location.hash) scrollTo(0, 0);
    cameByHistory = false;
    const main = document.getElementById('main');
    const { activeElement } = document;
    if (activeElement === lastFocus || !main?.contains(activeElement)) main?.focus({ preventScroll: true });
  }, [location]);
}
