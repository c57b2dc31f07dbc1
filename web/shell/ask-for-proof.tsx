import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { ProofDialog } from '#web/features/people/security/proof-dialog.tsx';
import { queryClient } from '#web/lib/query-client.ts';

let asking: Promise<boolean> | null = null;

/**
 * Asks for a fresh proof of identity in a dialog with a separate React root: any call may need it, and no screen has to
 * provide for it. Concurrent calls share one dialog.
 */
export function askForProof(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    const place = document.body.appendChild(document.createElement('div'));
    const root = createRoot(place);
    const end = (isProven: boolean) => {
      asking = null;
      root.unmount();
      place.remove();
      resolve(isProven);
    };
    root.render(
      <QueryClientProvider client={queryClient}>
        <ProofDialog onProven={() => end(true)} onClose={() => end(false)} />
      </QueryClientProvider>,
    );
  });
  return asking;
}
