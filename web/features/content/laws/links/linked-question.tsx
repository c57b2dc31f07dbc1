import { type ReactNode, Suspense, useState } from 'react';
import { useHydrated } from '#web/lib/hydration.ts';
import { type TextLinker, TextLinks } from '#web/lib/text-linker.ts';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';

const QuestionLinks = lazyChunk(() => import('./question-links.tsx'));

type LinkedQuestionProps = {
  questionId: number;
  /** Its key is on the page. Before the answer a link would tell. */
  isAnswered: boolean;
  children: ReactNode;
};

/** A question whose citations become links once it is answered. They are loaded after the texts. */
export function LinkedQuestion({ questionId, isAnswered, children }: LinkedQuestionProps) {
  const [linker, setLinker] = useState<{ link: TextLinker } | null>(null);
  const [onLinker] = useState(() => (link: TextLinker | null) => setLinker(link && { link }));
  const isHydrated = useHydrated();
  return (
    <TextLinks value={linker?.link ?? null}>
      {children}
      {isAnswered && isHydrated && (
        <Suspense>
          <QuestionLinks key={questionId} questionId={questionId} onLinker={onLinker} />
        </Suspense>
      )}
    </TextLinks>
  );
}
