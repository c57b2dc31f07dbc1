import './styles/app.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { AroundNavHandler } from 'wouter';
import { holdAnswers } from './lib/api.ts';
import { whenReady } from './lib/app-ready.ts';
import { earlyEvents, replayPresses } from './lib/early-events.ts';
import { takeUpFirstScreen } from './lib/first-screen.ts';
import { noteFields } from './lib/hydration.ts';
import { watchLostStyles } from './lib/load-chunk.ts';
import { watchTyping } from './lib/new-version.ts';
import { noteFirstRender, queryClient, whenSessionEnds } from './lib/query-client.ts';
import { measureSampledVisit } from './lib/sampled-visit.ts';
import { withTransition } from './lib/view-transition.ts';
import { App } from './shell/app.tsx';
import { toast } from './ui/toast.ts';

watchLostStyles();
watchTyping();

whenSessionEnds(() =>
  toast({
    title: 'Não autorizado',
    description: 'Você foi desconectado. Fazendo login novamente...',
    tone: 'bad',
    final: true,
  }),
);

/** Links with `transition` cross-fade; all others change the page at once. */
const aroundNav: AroundNavHandler = (navigate, to, options) =>
  options?.transition ? withTransition(() => navigate(to, options)) : navigate(to, options);

/** Every document has it (web/index.html). */
const root = document.getElementById('root') as HTMLElement;

/**
 * The server's HTML differs from the first render in the browser: React renders again, and the operator gets a report.
 */
const onRecoverableError = (error: unknown) => {
  reportError(error);
  import('./lib/report-fault.ts')
    .then(({ reportFault }) => reportFault('hydration', error))
    // A lost report is ignored: there is no fallback.
    .catch(() => undefined);
};

takeUpFirstScreen().then((served) => {
  noteFields(root);
  // A section that hydrates after a navigation starts with the address of its HTML.
  const address = { aroundNav, ssrPath: location.pathname, ssrSearch: location.search };
  const app = <App client={queryClient} address={address} />;
  // As a transition: hydration does not block scrolling or typing. A press or a key hydrates its section at once.
  startTransition(() => {
    if (!served || !root.hasChildNodes()) return createRoot(root).render(app);
    holdAnswers(() => import('./lib/when-hydrated.ts').then(({ whenHydrated }) => whenHydrated(root)));
    hydrateRoot(root, app, { onRecoverableError });
  });
  replayPresses(earlyEvents());
  whenReady(() => {
    measureSampledVisit();
    delete window.early;
    noteFirstRender();
    served?.refresh();
  });
});
