import { type ReactNode, Suspense, useEffect } from 'react';
import { useLocation } from 'wouter';
import { forgetAccessEnd, useAccessEnd } from '#web/lib/access-ended.ts';
import type { Closed } from '#web/lib/api.ts';
import { AppReady } from '#web/lib/app-ready.ts';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';

const AccessEnded = lazyChunk<{ why: Closed }>(() => import('./access-ended-screen.tsx'), 'screen');

/** What is bought. Everything else of a student stays open: the dashboard, results, certificates, settings. */
const isBought = (path: string) => /^\/(study|articles|courses|quizzes|quiz|practice|review|mistakes)(\/|$)/.test(path);

/** Where a call says that access is over, its screen makes room for the words that say so, and the way on. */
export function AccessGate({ children }: { children: ReactNode }) {
  const [location] = useLocation();
  const end = useAccessEnd();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was noted holds for one place
  useEffect(() => forgetAccessEnd, [location]);
  if (end?.place !== location || !isBought(location)) return children;
  return (
    <Suspense fallback={<PageSpinner />}>
      <AccessEnded why={end.why} />
      <AppReady />
    </Suspense>
  );
}
