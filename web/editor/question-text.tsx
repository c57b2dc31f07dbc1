import { Suspense } from 'react';
import type { QuestionFormat } from '#contract/questions/question-shapes.ts';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { PlainText } from '#web/ui/plain-text.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const loadRichText = () => import('./rich-text.tsx');
const RichText = lazyChunk(loadRichText);

type Written = { format: QuestionFormat };

/** Preloads the chunk that renders formatted questions, before the network may be lost. */
export function preloadFor(questions: readonly (Written & { baseText?: Written | null })[]): void {
  // A failure is shown where the text is rendered.
  const isRich = (written: Written | null | undefined) => written?.format === 'html';
  if (questions.some((question) => isRich(question) || isRich(question.baseText)))
    void loadRichText().catch(() => undefined);
}

type QuestionTextProps = { format: QuestionFormat; text: string; className?: string };

/** A statement, option or comment in the format of its question. */
export function QuestionText({ format, text, className }: QuestionTextProps) {
  if (format === 'plain') return <PlainText text={text} className={className} />;
  return (
    <Suspense fallback={<Skeleton className="h-12" />}>
      <RichText html={text} className={className} />
    </Suspense>
  );
}
