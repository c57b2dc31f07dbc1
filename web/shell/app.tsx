import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { Router, type RouterOptions } from 'wouter';
import { Boundary } from '#web/ui/boundary.tsx';
import { Toaster } from '#web/ui/toaster.tsx';
import { AppShell } from './app-shell.tsx';
import { BrokenApp } from './broken-app.tsx';

type AppProps = { client: QueryClient; address: RouterOptions };

/** The root of the app. The server renders it and the browser hydrates it: it must be the same on both sides. */
export const App = ({ client, address }: AppProps) => (
  <StrictMode>
    <QueryClientProvider client={client}>
      <Boundary instead={() => <BrokenApp />}>
        <Router {...address}>
          <AppShell />
        </Router>
      </Boundary>
      <Toaster />
    </QueryClientProvider>
  </StrictMode>
);
