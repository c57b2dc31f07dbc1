import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

type CardProps = Omit<ComponentProps<'section'>, 'title'> & {
  title?: ReactNode;
  /** Beside the title: a link, a count, a badge. */
  aside?: ReactNode;
  headingLevel?: 2 | 3;
  /** No padding: tables and rows extend from edge to edge. */
  flush?: boolean;
};

export function Card({ title, aside, headingLevel = 2, flush, className, children, ...rest }: CardProps) {
  const titleId = useId();
  const Heading = `h${headingLevel}` as const;
  const frame = flush ? 'card-flush overflow-hidden' : 'p-4 md:p-5';
  return (
    <section
      aria-labelledby={title ? titleId : undefined}
      {...rest}
      className={cx('rounded-card border border-line bg-surface', frame, className)}
    >
      {(title || aside) && (
        <header
          className={cx(
            'flex flex-wrap items-baseline justify-between gap-x-3',
            flush ? 'px-4 pt-4 pb-2 md:px-5 md:pt-5' : 'mb-4',
          )}
        >
          {title && (
            <Heading id={titleId} className="text-md">
              {title}
            </Heading>
          )}
          {aside && <div className="text-ink-soft text-sm [&>a]:tappable [&>button]:tappable">{aside}</div>}
        </header>
      )}
      {children}
    </section>
  );
}
