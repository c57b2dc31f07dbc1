import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { queryClient } from '#web/lib/query-client.ts';
import { Toaster } from '#web/ui/toaster.tsx';

/** Renders a component as the app does: with queries, toasts and its own address. */
export function renderInApp(part: ReactNode, path = '/') {
  const { hook, searchHook, history } = memoryLocation({ path, record: true });
  render(
    <QueryClientProvider client={queryClient}>
      <Router hook={hook} searchHook={searchHook}>
        {part}
      </Router>
      <Toaster />
    </QueryClientProvider>,
  );
  // A file that the file dialog would not offer can still be dropped.
  return { user: userEvent.setup({ applyAccept: false, delay: null }), path: () => history.at(-1) };
}
