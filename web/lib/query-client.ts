import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { REDIRECT_UNAUTHORIZED_MS } from '#contract/limits.ts';
import { noteAccessEnd } from './access-ended.ts';
import { endReasonOf, isSignedOut } from './api.ts';
import { noteEndedSession } from './ended-session.ts';
import { entryKeys, type Key } from './entry-keys.ts';
import { isOnServer } from './on-server.ts';
import { paths } from './paths.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { handles401?: boolean };
    /** `endsSession`: the mutation ends the session of this page, and the page navigates by itself. */
    mutationMeta: { handles401?: boolean; endsSession?: boolean };
  }
}

let leaving = false;
let showError: () => void = () => {};

/** Sets the callback that shows the person that the session has ended; the shell provides it. */
export function whenSessionEnds(listener: () => void): void {
  showError = listener;
}

/** Whether this page ended the session: it navigates then, and a 401 must not redirect as well. */
const isEndedHere = () =>
  queryClient.getQueryData(entryKeys.session) === null ||
  queryClient.isMutating({ predicate: ({ meta }) => meta?.endsSession === true }) > 0;

/** The session ended while a screen was open: shows it, and loads the login page as a new document. */
function leaveOn401(error: unknown, meta: { handles401?: boolean } | undefined): void {
  if (!isSignedOut(error) || meta?.handles401 || leaving || isEndedHere()) return;
  leaving = true;
  noteEndedSession(endReasonOf(error));
  showError();
  setTimeout(() => {
    // If the person stays, because the browser asked about unsaved work, the next 401 shows the error again.
    leaving = false;
    // The address may have changed meanwhile: it contains filters and searches.
    noteEndedSession(endReasonOf(error));
    location.assign(paths.loginDocument);
  }, REDIRECT_UNAUTHORIZED_MS);
}

function onFailure(error: unknown, meta: { handles401?: boolean } | undefined): void {
  leaveOn401(error, meta);
  noteAccessEnd(error);
}

/** Long enough for the sections of one screen to share a response, too short to show an old one on a later visit. */
const SHARED_MS = 1000;

/** For the calls that the specification names: read once, and again only after a change. */
export const neverStale = { staleTime: Number.POSITIVE_INFINITY };

/** Sections within the first screen may hydrate later than the screen. */
const BEHIND_READY_MS = 4000;
let broughtAt = 0;

/**
 * Puts the answers of the document into the cache with the current time. They count as fresh during the first render.
 */
export function takeAnswers(answers: readonly (readonly [key: Key, data: unknown])[]): void {
  broughtAt = Date.now();
  // On the next screen they have their real age.
  for (const way of ['pushState', 'popstate']) addEventListener(way, endOfFirstRender, { once: true });
  for (const [key, data] of answers) queryClient.setQueryData(key, data, { updatedAt: broughtAt });
}

type Seen = { state: { dataUpdatedAt: number; isInvalidated: boolean } };

const endOfFirstRender = () => {
  broughtAt = 0;
};

/** The first screen is hydrated, however long that took: soon after, its answers have their real age. */
export const noteFirstRender = (): void => void setTimeout(endOfFirstRender, BEHIND_READY_MS);

const isBrought = ({ state }: Seen) => state.dataUpdatedAt === broughtAt && !state.isInvalidated;

/** Shows the cached data at once and refetches. */
export const seenAnew = {
  refetchOnMount: (query: Seen) => (isOnServer || isBrought(query) ? false : ('always' as const)),
};

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => onFailure(error, query.meta) }),
  mutationCache: new MutationCache({ onError: (error, _v, _c, mutation) => onFailure(error, mutation.meta) }),
  defaultOptions: {
    queries: {
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      staleTime: SHARED_MS,
      refetchOnMount: (query) => !isBrought(query),
      // Without a network the service worker may have the response; otherwise the error is shown.
      networkMode: 'always',
    },
    // A mutation is sent even when the browser reports to be offline, so that its failure is shown at once.
    mutations: { retry: false, networkMode: 'always' },
  },
});

/**
 * Refetches these keys: at once when they are in use, otherwise on their next use. A first fetch that is under way may
 * return the state before the change, and the cache would accept it.
 */
export async function invalidate(...changed: Key[]): Promise<void> {
  await Promise.all(
    changed.map(async (queryKey) => {
      const early = queryClient
        .getQueryCache()
        .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined });
      await queryClient.invalidateQueries({ queryKey });
      if (early.length === 0) return;
      await Promise.allSettled(early.map(({ promise }) => promise));
      await queryClient.invalidateQueries({ predicate: (query) => early.includes(query) });
    }),
  );
}
