import type { ReactNode } from 'react';
import { textOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';

/** The fields of an infinite query that a list needs. */
type Pages = {
  isPending: boolean;
  isError: boolean;
  error: Error | null;
  refetch: () => unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
};

type FoundListProps<Row> = {
  pages: Pages;
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  failed: string;
  empty: ReactNode;
  children: (row: Row) => ReactNode;
};

/** The results of a search, page by page, with loading, error and empty states. */
export function FoundList<Row>({ pages, rows, failed, empty, children }: FoundListProps<Row>) {
  return (
    <div className="grid grid-cols-1 gap-2">
      {pages.isPending && <SkeletonGroup className="grid gap-2" blocks={['h-16', 'h-16', 'h-16']} />}
      {pages.isError && (
        <ErrorState headingLevel={3} title={failed} text={textOf(pages.error)} onRetry={() => pages.refetch()} />
      )}
      {rows?.length === 0 && empty}
      <ul className="grid grid-cols-1 gap-2">{rows?.map(children)}</ul>
      {pages.hasNextPage && (
        <Button variant="line" busy={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
          Mostrar mais
        </Button>
      )}
    </div>
  );
}
