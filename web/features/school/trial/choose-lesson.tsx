import { useInfiniteQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { plural } from '#web/lib/format.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { lessonChoicesQuery } from './trial.queries.ts';

type ChooseLessonProps = {
  chosen: number | null;
  busy: boolean;
  onClose: () => void;
  onChoose: (id: number) => void;
};

export function ChooseLesson({ chosen, busy, onClose, onChoose }: ChooseLessonProps) {
  const [search, setSearch] = useState('');
  const list = useInfiniteQuery(lessonChoicesQuery(useDebounced(search).trim()));
  const lessons = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Dialog open onOpenChange={onClose} title="Escolher aula" size="lg">
      <SearchInput
        label="Buscar aulas"
        placeholder="Buscar pelo título..."
        value={search}
        onValueChange={setSearch}
        className="mb-3"
      />
      {list.isPending && <SkeletonGroup className="grid gap-3" blocks={['h-12', 'h-12']} />}
      {list.isError && !list.data && <LoadError of={list} title="Não conseguimos carregar as aulas" headingLevel={3} />}
      {list.data && lessons.length === 0 && <p className="py-4 text-ink-soft">Nenhuma aula encontrada.</p>}
      <ul className="grid grid-cols-1 divide-y divide-line">
        {lessons.map(({ id, title, readingMinutes }) => (
          <li key={id} className="flex items-center justify-between gap-4 py-2">
            <div className="min-w-0">
              <p className="break-words">{title}</p>
              <p className="text-ink-soft text-sm">{plural(readingMinutes, 'minuto', 'minutos')} de leitura</p>
            </div>
            {id === chosen ? (
              <Badge tone="ok" icon={<Check />}>
                Escolhida
              </Badge>
            ) : (
              <Button variant="line" size="sm" disabled={busy} onClick={() => onChoose(id)}>
                Escolher<span className="sr-only">: {title}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button variant="line" className="mt-3" busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          Mostrar mais
        </Button>
      )}
    </Dialog>
  );
}
