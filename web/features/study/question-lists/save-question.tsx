import { NotebookPen } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';

const SaveDialog = lazyChunk(() => import('./save-dialog.tsx'), 'over');

/** Below a question: the way into the student's lists. */
export function SaveQuestion({ questionId }: { questionId: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" size="sm" className="print:hidden" onClick={() => setOpen(true)}>
        <NotebookPen /> Guardar no caderno
      </Button>
      {isOpen && (
        <Suspense>
          <SaveDialog questionId={questionId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
