import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { requireProof } from '#contract/people/second-factor.ts';
import { call, isRefused } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { toastFailure } from '#web/ui/toast-failure.ts';

const shownFailure = toastFailure('Não foi possível exportar');

/**
 * A download with other people's data. The proof of identity is requested first: a browser shows no error for a refused
 * download.
 */
export function ProvenDownload({ href, children }: { href: string; children: ReactNode }) {
  const prove = useMutation({
    mutationFn: () => call(requireProof),
    onSuccess: () => location.assign(href),
    onError: (error) => {
      if (!isRefused<typeof requireProof>(error, 'fresh_proof_required')) shownFailure(error);
    },
  });
  return (
    <Button variant="line" busy={prove.isPending} busyLabel="Exportando..." onClick={() => prove.mutate()}>
      {children}
    </Button>
  );
}
