import { useInfiniteQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { useState } from 'react';
import { QUIZ_QUESTIONS_MAX } from '#contract/limits.ts';
import type { BankQuestionSummary } from '#contract/questions/question-bank.ts';
import { BankFilter } from '#web/features/questions/questions/bank-filter.tsx';
import { BankTable } from '#web/features/questions/questions/bank-table.tsx';
import { QuestionPane } from '#web/features/questions/questions/question-pane.tsx';
import { type BankChoice, bankQuery } from '#web/features/questions/questions/questions.queries.ts';
import { useSelection } from '#web/features/questions/questions/use-selection.ts';
import { plural } from '#web/lib/format.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';

type BankPickerProps = {
  /** The search and its filters. Controlled by the parent, so that they survive a change of tab. */
  choice: BankChoice;
  onChoice: (choice: BankChoice) => void;
  taken: ReadonlySet<number>;
  /** How many more the simulado takes. */
  room: number;
  onAdd: (questions: BankQuestionSummary[]) => void;
};

/** The bank's table, to take questions from: several at once, or the one that is read. */
export function BankPicker({ choice, onChoice, taken, room, onAdd }: BankPickerProps) {
  const search = useDebounced(choice.search);
  const asked: BankChoice = { ...choice, search, status: 'active' };
  const list = useInfiniteQuery(bankQuery(asked));
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = list.data?.pages[0]?.total;
  const selection = useSelection(JSON.stringify(asked));
  const chosen = rows.filter(({ id }) => selection.has(id) && !taken.has(id));
  const [current, setCurrent] = useState<number | null>(null);
  const shown = rows.find(({ id }) => id === current);
  const [isReading, setIsReading] = useState(false);
  const hasPane = useMedia('(min-width: 80rem)');

  const add = (questions: BankQuestionSummary[]) => {
    onAdd(questions);
    selection.clear();
  };
  const take = (question: BankQuestionSummary) =>
    taken.has(question.id) ? (
      <Badge tone="info" icon={<Check />}>
        Incluída
      </Badge>
    ) : (
      <Button size="sm" disabled={room < 1} onClick={() => add([question])}>
        <Plus /> Adicionar esta
      </Button>
    );
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_380px]">
      <div className="xl:col-span-2">
        <BankFilter choice={choice} onChange={onChoice} withStatus={false} />
      </div>
      <div className="grid min-w-0 grid-cols-1 gap-4">
        <div className="sticky top-2 z-1 flex flex-wrap items-center gap-3 rounded-card border border-line bg-surface px-4 py-2">
          <p role="status" className="mr-auto text-ink-soft text-sm">
            {total !== undefined && plural(total, 'questão ativa', 'questões ativas')}
            {chosen.length > 0 && `, ${plural(chosen.length, 'escolhida', 'escolhidas')}`}
            {chosen.length > room && `. Um simulado tem até ${QUIZ_QUESTIONS_MAX}: ${cabem(room)}.`}
          </p>
          <Button
            size="sm"
            variant={chosen.length === 0 ? 'line' : undefined}
            disabled={chosen.length === 0 || chosen.length > room}
            onClick={() => add(chosen)}
          >
            <Plus /> {chosen.length === 0 ? 'Adicionar' : `Adicionar ${chosen.length}`}
          </Button>
        </div>
        {list.isError && !list.data ? (
          <LoadError of={list} title="Não conseguimos buscar as questões" headingLevel={2} />
        ) : (
          <div className="min-w-0">
            <BankTable
              rows={rows}
              loading={list.isPending}
              current={shown?.id ?? null}
              onCurrent={setCurrent}
              order={{ sort: choice.sort, order: choice.order }}
              onOrder={(order) => onChoice({ ...choice, ...order })}
              isChosen={selection.has}
              onToggle={(id) => selection.toggle(id, rows)}
              onToggleAll={(choose) =>
                choose ? selection.chooseRows(rows.filter(({ id }) => !taken.has(id))) : selection.clear()
              }
              picking={{
                isTaken: (id) => taken.has(id),
                onTake: (id) => room > 0 && onAdd(rows.filter((row) => row.id === id)),
                onRead: (id) => {
                  setCurrent(id);
                  setIsReading(true);
                },
              }}
              empty={
                <EmptyState
                  headingLevel={2}
                  title="Nenhuma questão encontrada"
                  text="Tente outras palavras ou menos filtros."
                />
              }
            />
            <ShowMore pages={list} place="below" />
          </div>
        )}
      </div>
      {hasPane && (
        <aside aria-label="Questão da linha" className="sticky top-4 max-h-[calc(100dvh-6rem)] overflow-y-auto">
          <Card>
            {shown ? (
              <QuestionPane key={shown.id} id={shown.id} action={take(shown)} />
            ) : (
              <p className="text-ink-soft">Escolha uma linha para ler a questão aqui.</p>
            )}
          </Card>
        </aside>
      )}
      {!hasPane && isReading && shown && (
        <Dialog open onOpenChange={setIsReading} title="Ler a questão" size="lg">
          <QuestionPane id={shown.id} action={take(shown)} />
        </Dialog>
      )}
    </div>
  );
}

const cabem = (room: number) => (room === 1 ? 'cabe mais 1' : `cabem mais ${Math.max(0, room)}`);
