import { type ReactNode, Suspense, useEffect } from 'react';
import { useLocation } from 'wouter';
import { forgetAccessEnd, useAccessEnd } from '#web/lib/access-ended.ts';
import type { Closed } from '#web/lib/api.ts';
import { AppReady } from '#web/lib/app-ready.ts';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';

const AccessEnded = lazyChunk<{ why: Closed }>(() => import('./access-ended-screen.tsx'), 'screen');

/** Paths that need a purchase. Other screens of a student stay open: the dashboard, results, certificates, settings. */
const isBought = (path: string) =>
  /^\/(study|articles|courses|quizzes|quiz|practice|review|mistakes|question-lists)(\/|$)/.test(path);

/**
 * When a call of the screen was refused because access is over, shows that and how to continue instead of the screen.
 */
export function AccessGate({ children }: { children: ReactNode }) {
  const [location] = useLocation();
  const end = useAccessEnd();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the refusal is valid for one path only
  useEffect(() => forgetAccessEnd, [location]);
  if (end?.place !== location || !isBought(location)) return children;
  return (
    <Suspense fallback={<PageSpinner />}>
      <AccessEnded why={end.why} />
      <AppReady />
    </Suspense>
  );
}
