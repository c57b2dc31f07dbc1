import { type ReactNode, useId, useState } from 'react';
import type { PracticeChoices } from '#contract/study/practice.ts';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chips.tsx';
import { difficultyNames, onlyNames, type PracticeChoice, spanWords, toggled } from './practice-choice.ts';

type FiltersProps = {
  counts: PracticeChoices;
  choice: PracticeChoice;
  onChoose: (change: Partial<PracticeChoice>) => void;
};

/** Every chip shows how many questions it would add with the other filters. */
export function PracticeFilters({ counts, choice, onChoose }: FiltersProps) {
  const { subjects, topics, sources, years, difficulties } = counts;
  const { subjectId, topicIds, only } = choice;
  const subject = subjects.find(({ id }) => id === subjectId);
  const pressOnly = (name: 'wrong' | 'unanswered') => onChoose({ only: only === name ? null : name });
  return (
    <Card title="O que treinar" className="grid grid-cols-1 content-start gap-5">
      <Group title="Matéria">
        <Few
          items={subjects}
          isChosen={({ id }) => id === subjectId}
          chip={({ id, name, count }) => (
            <Chip
              key={id}
              isPressed={id === subjectId}
              count={count}
              onPress={() => onChoose({ subjectId: id === subjectId ? null : id, topicIds: [] })}
            >
              {name}
            </Chip>
          )}
        />
      </Group>
      {subject && topics.length > 0 && (
        <Group title="Assunto" aside={`de ${subject.name}`}>
          <Few
            items={topics}
            isChosen={({ id }) => topicIds.includes(id)}
            chip={({ id, parentId, name, count }) => (
              <Chip
                key={id}
                isPressed={topicIds.includes(id)}
                count={count}
                onPress={() => onChoose({ topicIds: toggled(topicIds, id) })}
              >
                {parentId === null ? name : `${topics.find((one) => one.id === parentId)?.name ?? ''}: ${name}`}
              </Chip>
            )}
          />
        </Group>
      )}
      {(sources.length > 0 || years.length > 0) && (
        <Group title="Banca e ano">
          <Few
            items={sources}
            isChosen={({ name }) => choice.sources.includes(name)}
            chip={({ name, count }) => (
              <Chip
                key={name}
                isPressed={choice.sources.includes(name)}
                count={count}
                onPress={() => onChoose({ sources: toggled(choice.sources, name) })}
              >
                {name}
              </Chip>
            )}
          />
          {years.map(({ from, to, count }) => {
            const isPressed = choice.years?.from === from && choice.years.to === to;
            return (
              <Chip
                key={`${from}-${to}`}
                isPressed={isPressed}
                count={count}
                onPress={() => onChoose({ years: isPressed ? null : { from, to } })}
              >
                {spanWords({ from, to })}
              </Chip>
            );
          })}
        </Group>
      )}
      {difficulties.length > 0 && (
        <Group title="Dificuldade">
          {difficulties.map(({ difficulty, count }) => (
            <Chip
              key={difficulty}
              isPressed={choice.difficulties.includes(difficulty)}
              count={count}
              onPress={() => onChoose({ difficulties: toggled(choice.difficulties, difficulty) })}
            >
              {difficultyNames[difficulty]}
            </Chip>
          ))}
        </Group>
      )}
      <Group title="Só">
        <Chip isPressed={only === 'wrong'} count={counts.wrong} onPress={() => pressOnly('wrong')}>
          {onlyNames.wrong}
        </Chip>
        <Chip isPressed={only === 'unanswered'} count={counts.unanswered} onPress={() => pressOnly('unanswered')}>
          {onlyNames.unanswered}
        </Chip>
      </Group>
    </Card>
  );
}

function Group({ title, aside, children }: { title: string; aside?: string; children: ReactNode }) {
  const id = useId();
  return (
    <div>
      <h3 id={id} className="mb-2 text-sm">
        {title}
        {aside && <span className="font-normal text-ink-soft"> {aside}</span>}
      </h3>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons that press in are no fieldset of a form */}
      <div role="group" aria-labelledby={id} className="flex flex-wrap gap-2">
        {children}
      </div>
    </div>
  );
}

const SHOWN = 8;

type FewProps<Item> = { items: Item[]; isChosen: (item: Item) => boolean; chip: (item: Item) => ReactNode };

/** The first items and the selected ones; the others on request. */
function Few<Item>({ items, isChosen, chip }: FewProps<Item>) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? items : items.filter((item, place) => place < SHOWN || isChosen(item));
  return (
    <>
      {shown.map(chip)}
      {shown.length < items.length && (
        <button type="button" className="link tappable px-2 text-sm" onClick={() => setShowsAll(true)}>
          Mais {items.length - shown.length}
        </button>
      )}
    </>
  );
}
