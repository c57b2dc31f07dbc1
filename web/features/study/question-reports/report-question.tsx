import { Flag } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';

const ReportDialog = lazyChunk(() => import('./report-dialog.tsx'), 'over');

/** Below a question that was answered: the way to say that something is wrong with it. */
export function ReportQuestion({ questionId }: { questionId: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" size="sm" className="print:hidden" onClick={() => setOpen(true)}>
        <Flag /> Reportar erro
      </Button>
      {isOpen && (
        <Suspense>
          <ReportDialog questionId={questionId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
