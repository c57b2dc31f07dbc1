import { useQuery } from '@tanstack/react-query';
import type { Difficulty } from '#contract/questions/question-shapes.ts';
import { topicOption } from '#web/features/content/topics/topics.ts';
import { Field } from '#web/ui/field.tsx';
import { Options, RowOptions } from '#web/ui/options.tsx';
import { Select } from '#web/ui/select.tsx';
import { difficultyNames } from './bank-words.ts';
import { bankLabelsQuery } from './questions.queries.ts';

/** The label of an empty choice, in the grammatical gender of its field. */
type Any = { subject: string; topic: string; source: string; year: string; difficulty: string };

export const all: Any = {
  subject: 'Todas',
  topic: 'Todos',
  source: 'Todas',
  year: 'Todos',
  difficulty: 'Todas',
};
export const whichever: Any = {
  subject: 'Qualquer',
  topic: 'Qualquer',
  source: 'Qualquer',
  year: 'Qualquer',
  difficulty: 'Qualquer',
};

type Part<Value> = { any: Any; value: Value; onChange: (value: Value) => void };

/** Callers reset the topic when the subject changes: a topic belongs to its subject. */
export function SubjectSelect({ any, value, onChange }: Part<number | null>) {
  const labels = useQuery(bankLabelsQuery).data;
  return (
    <Field label="Matéria">
      <Select
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
      >
        <option value="">{any.subject}</option>
        <RowOptions of={labels?.subjects} label={({ name, activeCount }) => `${name} (${activeCount})`} />
      </Select>
    </Field>
  );
}

type TopicProps = {
  any: Any;
  subjectId: number | null;
  value: number | null;
  onChange: (chosen: { topicId: number | null; topic: string }) => void;
};

/** The topics of the selected subject, each followed by its subtopics. A topic includes its subtopics. */
export function TopicSelect({ any, subjectId, value, onChange }: TopicProps) {
  const labels = useQuery(bankLabelsQuery).data;
  const topics = (labels?.topics ?? []).filter((one) => one.id !== null && one.subjectId === subjectId);
  return (
    <Field label="Assunto">
      <Select
        value={value ?? ''}
        disabled={topics.length === 0}
        onChange={({ target }) => {
          const chosen = topics.find(({ id }) => String(id) === target.value);
          onChange({ topicId: chosen?.id ?? null, topic: chosen?.topic ?? '' });
        }}
      >
        <option value="">{subjectId === null ? 'Escolha a matéria' : any.topic}</option>
        {topics.map(({ id, parentId, topic }) => (
          <option key={id} value={id ?? ''}>
            {topicOption(parentId, topic)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

export function SourceSelect({ any, value, onChange }: Part<string>) {
  const labels = useQuery(bankLabelsQuery).data;
  return (
    <Field label="Banca">
      <Select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{any.source}</option>
        {labels?.sources.map((source) => (
          <option key={source}>{source}</option>
        ))}
      </Select>
    </Field>
  );
}

type NameProps = { label: string; names: readonly string[]; value: string; onChange: (value: string) => void };

/** A name that questions of the bank have. A chosen name that no question has any more stays in the list. */
export function NameSelect({ label, names, value, onChange }: NameProps) {
  const known = value === '' || names.includes(value) ? names : [value, ...names];
  return (
    <Field label={label}>
      <Select value={value} disabled={known.length === 0} onChange={({ target }) => onChange(target.value)}>
        <option value="">Todos</option>
        {known.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
    </Field>
  );
}

export function YearSelect({ any, value, onChange, label = 'Ano' }: Part<number | null> & { label?: string }) {
  const labels = useQuery(bankLabelsQuery).data;
  return (
    <Field label={label}>
      <Select
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
      >
        <option value="">{any.year}</option>
        {labels?.years.map((year) => (
          <option key={year}>{year}</option>
        ))}
      </Select>
    </Field>
  );
}

export function DifficultySelect({ any, value, onChange }: Part<Difficulty | null>) {
  return (
    <Field label="Dificuldade">
      <Select value={value ?? ''} onChange={({ target }) => onChange((target.value as Difficulty) || null)}>
        <option value="">{any.difficulty}</option>
        <Options words={difficultyNames} />
      </Select>
    </Field>
  );
}
