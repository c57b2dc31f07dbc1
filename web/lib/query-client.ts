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
    /** `endsSession`: what it does ends the session of this very page, and it leads on itself. */
    mutationMeta: { handles401?: boolean; endsSession?: boolean };
  }
}

let leaving = false;
let showError: () => void = () => {};

/** Says to the person that the session has ended; the shell knows how. */
export function whenSessionEnds(listener: () => void): void {
  showError = listener;
}

/** By what somebody does on this page, which leads on itself: nobody is put out who is leaving, or has left. */
const isEndedHere = () =>
  queryClient.getQueryData(entryKeys.session) === null ||
  queryClient.isMutating({ predicate: ({ meta }) => meta?.endsSession === true }) > 0;

/** The session ended while a screen was open: say so, and load the login page as a new document. */
function leaveOn401(error: unknown, meta: { handles401?: boolean } | undefined): void {
  if (!isSignedOut(error) || meta?.handles401 || leaving || isEndedHere()) return;
  leaving = true;
  noteEndedSession(endReasonOf(error));
  showError();
  setTimeout(() => {
    // Whoever stays, because the browser asked before leaving unsaved work, is told again by the next call.
    leaving = false;
    // What was typed or chosen meanwhile may stand in the address by now.
    noteEndedSession(endReasonOf(error));
    location.assign(paths.loginDocument);
  }, REDIRECT_UNAUTHORIZED_MS);
}

function onFailure(error: unknown, meta: { handles401?: boolean } | undefined): void {
  leaveOn401(error, meta);
  noteAccessEnd(error);
}

/** Long enough for the parts of one screen to share an answer, too short for anybody to come back to an old one. */
const SHARED_MS = 1000;

/** For the calls that the specification names: read once, and again when something that changes them was done. */
export const neverStale = { staleTime: Number.POSITIVE_INFINITY };

/** Parts within the first screen are hydrated behind it. */
const BEHIND_READY_MS = 4000;
let broughtAt = 0;
let broughtUntil = 0;

/** The document brought these answers with it: they are put in at this moment, and stand while the app is first drawn. */
export function takeAnswers(answers: readonly (readonly [key: Key, data: unknown])[]): void {
  broughtAt = Date.now();
  broughtUntil = Number.POSITIVE_INFINITY;
  // On the next screen they are as old as they are.
  for (const way of ['pushState', 'popstate']) addEventListener(way, endOfFirstRender, { once: true });
  for (const [key, data] of answers) queryClient.setQueryData(key, data, { updatedAt: broughtAt });
}

type Seen = { state: { dataUpdatedAt: number; isInvalidated: boolean } };

const endOfFirstRender = () => {
  broughtAt = 0;
};

/** The first screen is hydrated, however long that took: from soon on its answers are as old as they are. */
export const noteFirstRender = (): void => {
  broughtUntil = Date.now() + BEHIND_READY_MS;
};

const isBrought = ({ state }: Seen) =>
  state.dataUpdatedAt === broughtAt && !state.isInvalidated && Date.now() < broughtUntil;

/** Read at once from what is kept, and asked for again. */
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
      // Without a network the service worker may know the answer; where it does not, that is told.
      networkMode: 'always',
    },
    // A write is tried even when the browser believes it is offline, so that its failure is told at once.
    mutations: { retry: false, networkMode: 'always' },
  },
});

/**
 * Reads again what is kept under these keys, at once where it is in view and else when it is next asked for. A first
 * read that is on its way may bring what was there before the change, and the cache would be content with it.
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
