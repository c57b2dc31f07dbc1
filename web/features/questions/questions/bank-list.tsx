import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { BankFilter } from './bank-filter.tsx';
import { sourceOf } from './bank-words.ts';
import { FoundList } from './found-list.tsx';
import { bankQuery, everything } from './questions.queries.ts';

/** The active questions of the bank, narrowed by the filters and the search. */
export function useActiveQuestions() {
  const [choice, setChoice] = useState(everything);
  const search = useDebounced(choice.search);
  const list = useInfiniteQuery(bankQuery({ ...choice, search, status: 'active' }));
  return { choice, setChoice, list, total: list.data?.pages[0]?.total };
}

type Bank = ReturnType<typeof useActiveQuestions>;
type Row = NonNullable<Bank['list']['data']>['pages'][number]['items'][number];

/** The list with an action for each row. */
export function BankList({ bank, action }: { bank: Bank; action: (row: Row) => ReactNode }) {
  const { choice, setChoice, list } = bank;
  return (
    <>
      <BankFilter choice={choice} onChange={setChoice} withStatus={false} />
      <div className="mt-4">
        <FoundList
          pages={list}
          rows={list.data?.pages.flatMap(({ items }) => items)}
          failed="Não conseguimos buscar as questões"
          empty={<EmptyState headingLevel={3} title="Nenhuma questão encontrada" />}
        >
          {(row) => (
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
          )}
        </FoundList>
      </div>
    </>
  );
}
