import { Plus, Trash2 } from 'lucide-react';
import type { QuizComposition, QuizDraw } from '#contract/exams/quiz-composition.ts';
import { QUIZ_DRAWS_MAX } from '#contract/limits.ts';
import {
  DifficultySelect,
  SourceSelect,
  SubjectSelect,
  TopicSelect,
  whichever,
  YearSelect,
} from '#web/features/questions/questions/label-selects.tsx';
import { plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';

export type NewDraw = QuizDraw;
export type EditedDraw = Omit<QuizDraw, 'count'> & { key: string; count: string };

let serial = 0;
const keyed = <T,>(draw: T): T & { key: string } => {
  serial += 1;
  return { ...draw, key: `sorteio-${serial}` };
};

/** The draws in the shape of the form. Draws keep the keys of those at the same positions in `sent`. */
export function editedDraws(draws: QuizComposition['draws'], sent: readonly EditedDraw[] = []): EditedDraw[] {
  const taken = sent.filter((draw) => takenDraws([draw]).length > 0);
  return draws.map(({ available: _, count, ...draw }, place) => ({
    ...keyed({ ...draw, count: String(count) }),
    ...(taken[place] ? { key: taken[place].key } : {}),
  }));
}

/** Rules with a number; one that is still being typed draws no questions. */
export const takenDraws = (draws: readonly EditedDraw[]): NewDraw[] =>
  draws.flatMap(({ key: _, count, ...draw }) => {
    const number = Number(count);
    return Number.isInteger(number) && number > 0 ? [{ ...draw, count: number }] : [];
  });

type DrawRulesProps = {
  draws: EditedDraw[];
  /** How many questions each rule can draw; undefined while loading. */
  filling: { draws: readonly { available: number }[]; missing: number } | undefined;
  onChange: (draws: EditedDraw[]) => void;
};

export function DrawRules({ draws, filling, onChange }: DrawRulesProps) {
  // The preview covers only rules with a number. With a different number of rules it is outdated.
  const taken = draws.filter((draw) => takenDraws([draw]).length > 0);
  const known = filling && filling.draws.length === taken.length ? filling : undefined;
  const availableFor = (draw: EditedDraw) => known?.draws[taken.indexOf(draw)]?.available;
  const areShort = taken.some((draw) => Number(draw.count) > (availableFor(draw) ?? Number.POSITIVE_INFINITY));
  const add = () =>
    onChange([
      ...draws,
      keyed({ count: '10', subjectId: null, topicId: null, topic: '', source: '', year: null, difficulty: null }),
    ]);
  return (
    <Card title="Sorteios">
      <p className="mb-4 text-ink-soft">
        Cada tentativa sorteia questões ativas do banco, sem repetir. Dois alunos recebem questões diferentes.
      </p>
      <ul className="grid grid-cols-1 gap-3">
        {draws.map((draw, place) => (
          <li key={draw.key}>
            <DrawRule
              draw={draw}
              place={place}
              available={availableFor(draw)}
              onChange={(changed) => onChange(draws.map((one) => (one.key === draw.key ? changed : one)))}
              onRemove={() => onChange(draws.filter(({ key }) => key !== draw.key))}
            />
          </li>
        ))}
      </ul>
      {known && known.missing > 0 && !areShort && (
        <Notice tone="bad" className="mt-3" role="status">
          Os sorteios disputam as mesmas questões: {known.missing === 1 ? 'falta' : 'faltam'} {known.missing} no banco.
        </Notice>
      )}
      <Button variant="line" size="sm" className="mt-3" disabled={draws.length >= QUIZ_DRAWS_MAX} onClick={add}>
        <Plus /> Incluir sorteio
      </Button>
    </Card>
  );
}

type DrawRuleProps = {
  draw: EditedDraw;
  place: number;
  available: number | undefined;
  onChange: (draw: EditedDraw) => void;
  onRemove: () => void;
};

function DrawRule({ draw, place, available, onChange, onRemove }: DrawRuleProps) {
  const { subjectId, topicId = null, source, year, difficulty, count } = draw;
  const change = (wish: Partial<EditedDraw>) => onChange({ ...draw, ...wish });
  const wanted = Number(count);
  const isBad = count !== '' && !(Number.isInteger(wanted) && wanted > 0);
  const isShort = available !== undefined && wanted > available;
  return (
    <fieldset className="grid min-w-0 grid-cols-[88px_minmax(0,1fr)] items-start gap-3 rounded-control border border-line p-3">
      <legend className="sr-only">Sorteio {place + 1}</legend>
      <Field label="Sortear">
        <Input
          inputMode="numeric"
          value={count}
          aria-invalid={isBad || isShort || undefined}
          onChange={({ target }) => change({ count: target.value })}
        />
      </Field>
      <SubjectSelect
        any={whichever}
        value={subjectId}
        onChange={(chosen) => change({ subjectId: chosen, topicId: null, topic: '' })}
      />
      <div className="col-span-2 grid grid-cols-2 gap-3 md:grid-cols-4">
        <TopicSelect any={whichever} subjectId={subjectId} value={topicId} onChange={change} />
        <SourceSelect any={whichever} value={source} onChange={(chosen) => change({ source: chosen })} />
        <YearSelect any={whichever} value={year} onChange={(chosen) => change({ year: chosen })} />
        <DifficultySelect any={whichever} value={difficulty} onChange={(chosen) => change({ difficulty: chosen })} />
      </div>
      <p role="status" className="col-span-2 flex items-center justify-between gap-3 text-sm">
        <span className={isShort || isBad ? 'text-bad' : 'text-ink-soft'}>
          {isBad
            ? 'Informe quantas questões sortear.'
            : available !== undefined &&
              (isShort
                ? `O sorteio pede ${plural(wanted, 'questão', 'questões')}, e o banco tem ${available} que ${available === 1 ? 'serve' : 'servem'}.`
                : plural(available, 'questão ativa serve', 'questões ativas servem'))}
        </span>
        <Button variant="quiet" size="sm" onClick={onRemove}>
          <Trash2 /> Remover<span className="sr-only"> sorteio {place + 1}</span>
        </Button>
      </p>
    </fieldset>
  );
}
