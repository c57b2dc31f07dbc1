import { useInfiniteQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { textOf } from '../../lib/api.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { BankFilter } from '../questions/bank-filter.tsx';
import { sourceOf } from '../questions/bank-words.ts';
import { bankQuery, everything } from '../questions/questions.queries.ts';

type ChooseQuestionProps = {
  chosen: readonly number[];
  busy: boolean;
  onClose: () => void;
  onChoose: (id: number) => void;
};

/** Active questions of the bank; those of a quiz say why they are none to show. */
export function ChooseQuestion({ chosen, busy, onClose, onChoose }: ChooseQuestionProps) {
  const [choice, setChoice] = useState(everything);
  const list = useInfiniteQuery(bankQuery({ ...choice, search: useDebounced(choice.search), status: 'active' }));
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Dialog open onOpenChange={onClose} title="Escolher questão" size="xl">
      <BankFilter choice={choice} onChange={setChoice} withStatus={false} />
      <div className="mt-4 grid grid-cols-1 gap-2">
        {list.isPending && (
          <SkeletonGroup className="grid gap-2">
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
              {chosen.includes(row.id) ? (
                <Badge tone="ok" icon={<Check />}>
                  Escolhida
                </Badge>
              ) : row.quizCount > 0 ? (
                <span className="max-w-[14ch] text-right text-ink-soft text-sm">Já está em um simulado</span>
              ) : (
                <Button variant="line" size="sm" disabled={busy} onClick={() => onChoose(row.id)}>
                  Escolher<span className="sr-only">: {row.excerpt}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
        {list.hasNextPage && (
          <Button variant="line" busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            Mostrar mais
          </Button>
        )}
      </div>
    </Dialog>
  );
}
