import { QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import type { RenderedScreen, ScreenRequest } from '#contract/first-screen.ts';
import { screens } from '#contract/screens.ts';
import { MINUTE_MS } from '#contract/time.ts';
import { openExpectedQueries } from './expected-queries.ts';
import { sendBy } from './lib/api.ts';
import { queryClient as clientOfABrowser } from './lib/query-client.ts';
import { keys } from './lib/query-keys.ts';
import { renewSchool } from './lib/school.ts';
import { renderInRounds } from './render-rounds.ts';
import { isForVisitors, visitorOnlyPaths } from './router.tsx';
import { App } from './shell/app.tsx';

// Sets how calls reach the server that renders; called once, before the first screen.
export { sendBy };

const expected = openExpectedQueries();

/** The current minute, by the clock that the screens use. */
export const minuteNow = (): number => Math.floor(Date.now() / MINUTE_MS);

// Data of one person must never be stored where the screen of the next one could find it.
clientOfABrowser.getQueryCache().build = () => {
  throw new Error('A screen that is drawn by the server has used the client of the browser.');
};

/** These screens depend on the fragment of the address or on browser storage, which the server does not get. */
const byBrowser: string[] = [
  '/confirm-email',
  '/invitation',
  '/not-me',
  '/reset-password',
  screens.payment,
  screens.paymentStatus,
];

/** Renders the app as this person sees it at this address, and returns the HTML with the data it was rendered from. */
export async function renderScreen(request: ScreenRequest): Promise<RenderedScreen | null> {
  if (byBrowser.includes(request.path)) return null;
  // A user with a session is redirected away from these paths; `/` is the landing page for visitors.
  if (request.user ? visitorOnlyPaths.includes(request.path) : request.path === screens.home) return null;
  const until = performance.now() + request.patienceMs;
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: Number.POSITIVE_INFINITY,
        // Data in the cache is not fetched again, as in the first render of the browser (isBrought).
        refetchOnMount: false,
      },
    },
  });
  client.setQueryData(keys.session, request.user);
  const render = (searchHook: () => string) => {
    renewSchool(JSON.parse(request.school));
    return renderToString(
      <App client={client} address={{ ssrPath: request.path, ssrSearch: request.search, searchHook }} />,
    );
  };
  const screen = await renderInRounds(request, client, until, render, expected);
  client.clear();
  // Visitors can invent any number of addresses: only the known ones are cached.
  const isKnown = isForVisitors(request.path) && (!screen.readsSearch || request.search === '');
  const isWorthIt = request.user !== null || isKnown;
  return { ...screen, isLasting: screen.isLasting && isWorthIt };
}
