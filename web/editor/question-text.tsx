import { lazy, Suspense } from 'react';
import type { QuestionFormat } from '../../contract/question-shapes.ts';
import { cx } from '../ui/cx.ts';
import { Skeleton } from '../ui/skeleton.tsx';

const RichText = lazy(() => import('./rich-text.tsx').then((loaded) => ({ default: loaded.RichText })));

type QuestionTextProps = { format: QuestionFormat; text: string; className?: string };

/** A statement, option or comment, as its question is written: plain text as it was typed, or an author's HTML. */
export function QuestionText({ format, text, className }: QuestionTextProps) {
  if (format === 'plain') return <div className={cx('whitespace-pre-line break-words', className)}>{text}</div>;
  return (
    <Suspense fallback={<Skeleton className="h-12" />}>
      <RichText html={text} className={className} />
    </Suspense>
  );
}
