import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { ProofUpload } from './proof-upload.tsx';

/** Collapsed while a provider confirms payments: a receipt is needed only when the confirmation fails. */
export function FoldedProof({ code, onSent }: { code: string; onSent?: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Pagou e não liberou? <ChevronDown className={isOpen ? 'rotate-180' : ''} />
      </Button>
      {isOpen && (
        <div className="mt-3 grid gap-3">
          <p className="text-ink-soft text-sm">
            Envie o comprovante (foto, print ou PDF, até 5 MB): conferimos à mão, em até 24 horas.
          </p>
          <ProofUpload code={code} {...(onSent ? { onSent } : {})} />
        </div>
      )}
    </div>
  );
}
