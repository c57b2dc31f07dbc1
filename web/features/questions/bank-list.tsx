import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { textOf } from '../../lib/api.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { BankFilter } from './bank-filter.tsx';
import { sourceOf } from './bank-words.ts';
import { bankQuery, everything } from './questions.queries.ts';

/** The active questions of the bank, narrowed as somebody looks for one. */
export function useActiveQuestions() {
  const [choice, setChoice] = useState(everything);
  const search = useDebounced(choice.search);
  const list = useInfiniteQuery(bankQuery({ ...choice, search, status: 'active' }));
  return { choice, setChoice, list, total: list.data?.pages[0]?.total };
}

type Bank = ReturnType<typeof useActiveQuestions>;
type Row = NonNullable<Bank['list']['data']>['pages'][number]['items'][number];

/** Each with what can be done with it. */
export function BankList({ bank, action }: { bank: Bank; action: (row: Row) => ReactNode }) {
  const { choice, setChoice, list } = bank;
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <BankFilter choice={choice} onChange={setChoice} withStatus={false} />
      <div className="mt-4 grid grid-cols-1 gap-2">
        {list.isPending && (
          <SkeletonGroup className="grid gap-2">
            <Skeleton className="h-16" />
            <Skeleton className="h-16" />
            <Skeleton className="h-16" />
          </SkeletonGroup>
        )}
        {list.isError && (
          <ErrorState
            headingLevel={3}
            title="Não conseguimos buscar as questões"
            text={textOf(list.error)}
            onRetry={() => list.refetch()}
          />
        )}
        {list.data && rows.length === 0 && <EmptyState headingLevel={3} title="Nenhuma questão encontrada" />}
        <ul className="grid grid-cols-1 gap-2">
          {rows.map((row) => (
            <li
              key={row.id}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 rounded-control border border-line p-3"
            >
              <div className="min-w-0">
                <p className="line-clamp-3 break-words">{row.excerpt}</p>
                <p className="mt-1 text-ink-soft text-sm">
                  {[row.subject ?? 'Sem matéria', row.topic, sourceOf(row)].filter(Boolean).join(' · ')}
                </p>
              </div>
              {action(row)}
            </li>
          ))}
        </ul>
        {list.hasNextPage && (
          <Button variant="line" busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            Mostrar mais
          </Button>
        )}
      </div>
    </>
  );
}
