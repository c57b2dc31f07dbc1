import './styles/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { type AroundNavHandler, Router } from 'wouter';
import { whenProofIsAsked } from './lib/api.ts';
import { endOfEarly } from './lib/early.ts';
import { takeUpFirstScreen } from './lib/first-screen.ts';
import { watchTyping } from './lib/new-version.ts';
import { loadPart, watchLostStyles } from './lib/parts.ts';
import { endOfPress, watchPresses } from './lib/press.ts';
import { queryClient, whenSessionEnds } from './lib/query-client.ts';
import { takeOver } from './lib/take-over.ts';
import { withTransition } from './lib/view-transition.ts';
import { AppShell } from './shell/app-shell.tsx';
import { BrokenApp } from './shell/broken-app.tsx';
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
  loadPart(() => import('./shell/ask-for-proof.tsx')).then(
    (part) => part.askForProof(),
    () => false,
  ),
);

/** Links that say `transition` fade over; everything else changes at once. */
const move: AroundNavHandler = (navigate, to, options) =>
  options?.transition ? withTransition(() => navigate(to, options)) : navigate(to, options);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');

const app = (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Boundary instead={() => <BrokenApp />}>
        <Router aroundNav={move}>
          <AppShell />
        </Router>
      </Boundary>
      <Toaster />
    </QueryClientProvider>
  </StrictMode>
);

// A new root, not hydration: what the server drew stays until the first drawing replaces it whole (decision 241).
takeUpFirstScreen().then(async () => {
  if (root.hasChildNodes()) await endOfPress();
  const draw = () => createRoot(root).render(app);
  // In one go: nothing is painted in between, and what stood there is asked what became of it.
  if (root.hasChildNodes()) takeOver(root, () => flushSync(draw));
  else draw();
  endOfEarly();
});
