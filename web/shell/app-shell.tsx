import { school } from '../lib/school.ts';
import { useSession } from '../lib/session.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { usePrefetch } from './prefetch.ts';
import { UserApp } from './user-app.tsx';
import { VisitorApp } from './visitor-app.tsx';

/** The session decides which of the two route tables is in force. */
export function AppShell() {
  const session = useSession();
  usePrefetch();

  if (session.isPending) return <PageSpinner />;
  // Who it was is known where only asking again has failed.
  if (session.data === undefined) {
    return (
      <main className="page-width py-16">
        <ErrorState
          title="Não conseguimos abrir a plataforma"
          text="Verifique sua internet. Nada do que você fez foi perdido."
          onRetry={() => session.refetch()}
          retrying={session.isFetching}
          headingLevel={2}
        />
      </main>
    );
  }
  return (
    <>
      {school.hasSample && <SampleStrip />}
      {session.data ? <UserApp user={session.data} /> : <VisitorApp />}
    </>
  );
}

/** On every screen and for everybody, as long as the example school is there. */
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
