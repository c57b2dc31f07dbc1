import './styles/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { type AroundNavHandler, Router } from 'wouter';
import { whenProofIsAsked } from './lib/api.ts';
import { stopEarlyEvents } from './lib/early-events.ts';
import { takeUpFirstScreen } from './lib/first-screen.ts';
import { loadChunk, watchLostStyles } from './lib/load-chunk.ts';
import { watchTyping } from './lib/new-version.ts';
import { watchPresses } from './lib/press.ts';
import { queryClient, whenSessionEnds } from './lib/query-client.ts';
import { withTransition } from './lib/view-transition.ts';
import { AppShell } from './shell/app-shell.tsx';
import { BrokenApp } from './shell/broken-app.tsx';
import { TakesOver } from './shell/takes-over.tsx';
import { Boundary } from './ui/boundary.tsx';
import { toast } from './ui/toast.ts';
import { Toaster } from './ui/toaster.tsx';

watchLostStyles();
watchPresses();
watchTyping();

whenSessionEnds(() =>
  toast({
    title: 'Não autorizado',
    description: 'Você foi desconectado. Fazendo login novamente...',
    tone: 'bad',
    final: true,
  }),
);

// Where the dialog does not come, the call fails with the server's own words.
whenProofIsAsked(() =>
  loadChunk(() => import('./shell/ask-for-proof.tsx')).then(
    (part) => part.askForProof(),
    () => false,
  ),
);

/** Links that say `transition` fade over; everything else changes at once. */
const move: AroundNavHandler = (navigate, to, options) =>
  options?.transition ? withTransition(() => navigate(to, options)) : navigate(to, options);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');

const app = (onDone: () => void) => (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Boundary instead={() => <BrokenApp />}>
        <Router aroundNav={move}>
          <AppShell />
        </Router>
      </Boundary>
      <Toaster />
      <TakesOver root={root} onDone={onDone} />
    </QueryClientProvider>
  </StrictMode>
);

// A new root, not hydration: what the server drew stays until the first drawing replaces it whole (decision 241). In
// small steps, so that nobody who scrolls or types in it meanwhile is held up.
takeUpFirstScreen().then((refresh) => {
  const done = () => {
    stopEarlyEvents();
    refresh();
  };
  startTransition(() => createRoot(root).render(app(done)));
});
