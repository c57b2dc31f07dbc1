import type { ReactNode } from 'react';
import { textOf } from '#web/lib/api.ts';
import { ErrorState } from './error-state.tsx';

type LoadErrorProps = {
  /** The query that failed. */
  of: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  title: ReactNode;
  /** Instead of the message of the server; null: no text. */
  text?: ReactNode;
  headingLevel?: 1 | 2 | 3;
};

/** Shown where a query has failed: the message of the server, and a button that reads again. */
export function LoadError({ of, title, text = textOf(of.error), headingLevel }: LoadErrorProps) {
  return (
    <ErrorState
      headingLevel={headingLevel}
      title={title}
      text={text}
      onRetry={() => of.refetch()}
      retrying={of.isFetching}
    />
  );
}
