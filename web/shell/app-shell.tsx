import { Suspense, useEffect } from 'react';
import { useLocation } from 'wouter';
import { AppReady } from '#web/lib/app-ready.ts';
import { school } from '#web/lib/school.ts';
import { useSession } from '#web/lib/session.ts';
import { isForVisitors } from '#web/router.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { loadUserApp } from './load-user-app.ts';
import { VisitorApp } from './visitor-app.tsx';

const UserApp = lazyChunk(loadUserApp, 'screen');

/** The session decides which of the two route tables is used. */
export function AppShell() {
  const session = useSession();
  const [location] = useLocation();
  const { isPending } = session;
  // Without an embedded session: a user screen is most likely opened by a user, so its chunk loads in parallel.
  useEffect(() => {
    if (isPending && !isForVisitors(location)) loadUserApp().catch(() => undefined);
  }, [isPending, location]);

  if (isPending) return <PageSpinner />;
  // After a failed refetch the user is still known.
  if (session.data === undefined) {
    return (
      <main className="page-width py-16">
        <LoadError
          of={session}
          title="Não conseguimos abrir a plataforma"
          text="Verifique sua internet. Nada do que você fez foi perdido."
          headingLevel={2}
        />
        <AppReady />
      </main>
    );
  }
  return (
    <>
      {school.hasSample && <SampleStrip />}
      {session.data ? (
        <Suspense fallback={<PageSpinner />}>
          <UserApp user={session.data} />
        </Suspense>
      ) : (
        <VisitorApp />
      )}
    </>
  );
}

/** On every screen and for everybody, while the example school exists. */
function SampleStrip() {
  return (
    <aside
      aria-label="Escola de exemplo"
      className="bg-sunken px-(--gutter) py-0.5 text-center text-ink-soft text-xs print:hidden"
    >
      Escola de exemplo: pessoas e resultados inventados
    </aside>
  );
}
