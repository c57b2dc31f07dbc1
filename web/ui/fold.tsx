import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

type FoldProps = Omit<ComponentProps<'details'>, 'title'> & {
  title: ReactNode;
  /** Beside the title, in a few words: what is inside. */
  note?: ReactNode;
  headingLevel?: 2 | 3;
};

/** One row of a card of folds. The title line stays visible; the content opens below it. */
export function Fold({ title, note, headingLevel = 2, className, children, ...rest }: FoldProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <details {...rest} className={cx('group/fold', className)}>
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 px-4 py-2 md:px-5 [&::-webkit-details-marker]:hidden">
        <span className="grid min-w-0 grow items-baseline gap-x-4 md:flex md:justify-between">
          <Heading className="text-base">{title}</Heading>
          {note && <span className="wrap-anywhere text-ink-soft text-sm">{note}</span>}
        </span>
        <ChevronDown aria-hidden="true" className="size-5 shrink-0 text-ink-soft group-open/fold:rotate-180" />
      </summary>
      {children && <div className="px-4 pt-1 pb-4 md:px-5">{children}</div>}
    </details>
  );
}
