import { type ReactNode, useId, useState } from 'react';
import type { PracticeChoices } from '#contract/study/practice.ts';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chips.tsx';
import { Input } from '#web/ui/input.tsx';
import { difficultyNames, onlyNames, type PracticeChoice, spanWords, toggled } from './practice-choice.ts';

type FiltersProps = {
  counts: PracticeChoices;
  choice: PracticeChoice;
  onChoose: (change: Partial<PracticeChoice>) => void;
};

/** Every chip shows how many questions it would add with the other filters. */
export function PracticeFilters({ counts, choice, onChoose }: FiltersProps) {
  const { subjects, topics, sources, organs, posts, years, difficulties } = counts;
  const { subjectId, topicIds, only } = choice;
  const subject = subjects.find(({ id }) => id === subjectId);
  const pressOnly = (name: 'wrong' | 'unanswered') => onChoose({ only: only === name ? null : name });
  return (
    <Card aria-label="O que treinar" className="grid grid-cols-1 content-start gap-5">
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
      {sources.length > 0 && (
        <Group title="Banca">
          <Names items={sources} chosen={choice.sources} onChange={(names) => onChoose({ sources: names })} />
        </Group>
      )}
      {organs.length > 0 && (
        <Group title="Órgão">
          <Names items={organs} chosen={choice.organs} onChange={(names) => onChoose({ organs: names })} />
        </Group>
      )}
      {posts.length > 0 && (
        <Group title="Cargo">
          <Names items={posts} chosen={choice.posts} onChange={(names) => onChoose({ posts: names })} />
        </Group>
      )}
      {years.length > 0 && (
        <Group title="Ano">
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
          <YearSpan years={choice.years} onChange={(span) => onChoose({ years: span })} />
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
      <h2 id={id} className="mb-2 text-sm">
        {title}
        {aside && <span className="font-normal text-ink-soft"> {aside}</span>}
      </h2>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons that press in are no fieldset of a form */}
      <div role="group" aria-labelledby={id} className="flex flex-wrap gap-2">
        {children}
      </div>
    </div>
  );
}

type NamesProps = {
  items: PracticeChoices['sources'];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

/** Names of which several may be chosen. */
function Names({ items, chosen, onChange }: NamesProps) {
  return (
    <Few
      items={items}
      isChosen={({ name }) => chosen.includes(name)}
      chip={({ name, count }) => (
        <Chip
          key={name}
          isPressed={chosen.includes(name)}
          count={count}
          onPress={() => onChange(toggled(chosen, name))}
        >
          {name}
        </Chip>
      )}
    />
  );
}

type YearSpanProps = { years: PracticeChoice['years']; onChange: (years: PracticeChoice['years']) => void };

/** Any range of years. It applies when both fields are left or Enter is pressed. */
function YearSpan({ years, onChange }: YearSpanProps) {
  const [from, setFrom] = useState(String(years?.from ?? ''));
  const [to, setTo] = useState(String(years?.to ?? ''));
  const [shown, setShown] = useState(years);
  // Another choice of years, by a chip or by 'Limpar', replaces what was typed.
  if (shown?.from !== years?.from || shown?.to !== years?.to) {
    setShown(years);
    setFrom(String(years?.from ?? ''));
    setTo(String(years?.to ?? ''));
  }
  const isYear = (text: string) => text === '' || /^(?:19|20)\d{2}$/.test(text);
  const isRight = isYear(from) && isYear(to) && (from === '' || to === '' || Number(from) <= Number(to));
  const yearIn = (text: string) => (text === '' ? null : Number(text));
  const isSame = yearIn(from) === (years?.from ?? null) && yearIn(to) === (years?.to ?? null);
  const apply = () => {
    if (!isRight || isSame) return;
    onChange(from === '' && to === '' ? null : { from: yearIn(from), to: yearIn(to) });
  };
  const field = (label: string, value: string, set: (text: string) => void) => (
    <Input
      aria-label={label}
      placeholder={label}
      inputMode="numeric"
      maxLength={4}
      className="w-28"
      value={value}
      aria-invalid={!isRight}
      onChange={({ target }) => set(target.value)}
    />
  );
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) apply();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      {field('Do ano', from, setFrom)}
      {field('Até o ano', to, setTo)}
      {/* For Enter in a field. It cannot be seen, so it takes no focus. */}
      <button type="submit" className="sr-only" tabIndex={-1}>
        Usar estes anos
      </button>
      {!isRight && (
        <p role="alert" className="text-bad text-sm">
          Use anos com quatro algarismos, do menor para o maior.
        </p>
      )}
    </form>
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
