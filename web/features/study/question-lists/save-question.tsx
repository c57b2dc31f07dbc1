import { NotebookPen } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';

const SaveDialog = lazyChunk(() => import('./save-dialog.tsx'), 'over');

type SaveQuestionProps = {
  questionIds: readonly number[];
  words?: string;
  /** `icon`: the words are the name of the button, and not shown. */
  variant?: 'quiet' | 'line' | 'icon';
};

const looks = {
  quiet: { variant: 'quiet', size: 'sm' },
  line: { variant: 'line', size: 'md' },
  icon: { variant: 'quiet', size: 'icon' },
} as const;

/** Below a question or a result: the way into the student's lists. */
export function SaveQuestion({ questionIds, words = 'Guardar no caderno', variant = 'quiet' }: SaveQuestionProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        {...looks[variant]}
        className="print:hidden"
        aria-label={variant === 'icon' ? words : undefined}
        onClick={() => setOpen(true)}
      >
        <NotebookPen /> {variant !== 'icon' && words}
      </Button>
      {isOpen && (
        <Suspense>
          <SaveDialog questionIds={questionIds} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
