import './styles/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient, whenSessionEnds } from './lib/query-client.ts';
import { AppShell } from './shell/app-shell.tsx';
import { toast } from './ui/toast.ts';

// Messages come after the first picture, so their chunk may, too; the store keeps what is said meanwhile.
const Toaster = lazy(() => import('./ui/toaster.tsx').then(({ Toaster }) => ({ default: Toaster })));

whenSessionEnds(() =>
  toast({
    title: 'Não autorizado',
    description: 'Você foi desconectado. Fazendo login novamente...',
    tone: 'bad',
    final: true,
  }),
);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <AppShell />
      <Suspense>
        <Toaster />
      </Suspense>
    </QueryClientProvider>
  </StrictMode>,
);
