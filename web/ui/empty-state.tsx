import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type EmptyStateProps = {
  illustration?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
  headingLevel?: 1 | 2 | 3;
  className?: string;
};

/** Says what will appear here and how to begin. */
export function EmptyState({ illustration, title, text, action, headingLevel = 2, className }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={cx('grid justify-items-center gap-2 px-5 py-8 text-center', className)}>
      {illustration && <div className="mb-2 w-50">{illustration}</div>}
      <Heading className="text-md">{title}</Heading>
      {text && <p className="max-w-[36ch] text-ink-soft">{text}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
