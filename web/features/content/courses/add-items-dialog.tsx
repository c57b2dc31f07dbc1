import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { COURSE_ITEMS_MAX } from '#contract/limits.ts';
import { textOf } from '#web/lib/api.ts';
import { folded } from '#web/lib/folded.ts';
import { plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { availableLessonsQuery, availableQuizzesQuery } from './content-choices.ts';
import { type ContentItem, keyOf } from './course-content.ts';

type Choice = Omit<ContentItem, 'module'> & { note: string };
type AddItemsDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  present: ContentItem[];
  onAdd: (items: ContentItem[]) => void;
};

/** A list longer than this is searched, not scrolled. */
const SHOWN = 100;

export default function AddItemsDialog({ open, onOpenChange, present, onAdd }: AddItemsDialogProps) {
  const [tab, setTab] = useState('lesson');
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<ContentItem[]>([]);
  const room = COURSE_ITEMS_MAX - present.length;
  const lessons = useQuery(availableLessonsQuery);
  const quizzes = useQuery(availableQuizzesQuery);
  const taken = new Set(present.map(keyOf));

  const close = () => {
    onOpenChange(false);
    setChosen([]);
    setSearch('');
  };
  const panel = (source: {
    data: Choice[] | undefined;
    isError: boolean;
    error: Error | null;
    refetch: () => unknown;
  }) => {
    if (source.isError) {
      return (
        <ErrorState
          headingLevel={3}
          title="Não conseguimos carregar a lista"
          text={textOf(source.error)}
          onRetry={() => source.refetch()}
        />
      );
    }
    if (!source.data) return <SkeletonGroup className="grid gap-3 py-3" blocks={['h-8', 'h-8', 'h-8']} />;
    const found = source.data.filter(
      (choice) => !taken.has(keyOf(choice)) && folded(choice.title).includes(folded(search)),
    );
    return <Choices choices={found} chosen={chosen} room={room} onChange={setChosen} />;
  };

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title="Adicionar ao curso"
      size="lg"
      footer={
        <>
          <Button variant="line" onClick={close}>
            Cancelar
          </Button>
          <Button
            disabled={chosen.length === 0}
            onClick={() => {
              onAdd(chosen);
              close();
            }}
          >
            Adicionar {chosen.length > 0 && plural(chosen.length, 'item', 'itens')}
          </Button>
        </>
      }
    >
      <SearchInput
        label="Buscar aulas e simulados"
        placeholder="Buscar pelo título..."
        value={search}
        onValueChange={setSearch}
        className="mb-4"
      />
      <Tabs
        label="Tipo"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: 'lesson', label: 'Aulas' },
          { value: 'quiz', label: 'Simulados' },
        ]}
      >
        <TabPanel value="lesson">{panel(lessons)}</TabPanel>
        <TabPanel value="quiz">{panel(quizzes)}</TabPanel>
      </Tabs>
    </Dialog>
  );
}

type ChoicesProps = {
  choices: Choice[];
  chosen: ContentItem[];
  room: number;
  onChange: (chosen: ContentItem[]) => void;
};

function Choices({ choices, chosen, room, onChange }: ChoicesProps) {
  if (choices.length === 0) return <p className="py-4 text-ink-soft">Nada encontrado.</p>;
  const isChosen = (choice: Choice) => chosen.some((item) => keyOf(item) === keyOf(choice));
  return (
    <>
      <ul className="py-2">
        {choices.slice(0, SHOWN).map((choice) => (
          <li key={keyOf(choice)}>
            <Checkbox
              label={
                <>
                  {choice.title} <span className="text-ink-soft text-sm">{choice.note}</span>
                </>
              }
              checked={isChosen(choice)}
              disabled={!isChosen(choice) && chosen.length >= room}
              onChange={(event) =>
                onChange(
                  event.target.checked
                    ? [...chosen, { kind: choice.kind, id: choice.id, title: choice.title, module: '' }]
                    : chosen.filter((item) => keyOf(item) !== keyOf(choice)),
                )
              }
            />
          </li>
        ))}
      </ul>
      {choices.length > SHOWN && (
        <p className="text-ink-soft text-sm">
          Mostrando {SHOWN} de {choices.length}. Busque pelo título para encontrar o resto.
        </p>
      )}
    </>
  );
}
