import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { subjectsQuery } from '#web/features/content/topics/subjects.ts';
import { bankLabelsQuery } from '#web/features/questions/questions/questions.queries.ts';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { NamedOptions } from '#web/ui/options.tsx';
import { Select } from '#web/ui/select.tsx';
import type { FieldErrors } from '#web/ui/use-form.ts';
import { OriginFields } from './origin-fields.tsx';
import type { EditedQuestion } from './question-draft.ts';
import { TopicField } from './topic-field.tsx';

type LabelsFormProps = {
  question: EditedQuestion;
  errors: FieldErrors;
  onChange: (wish: Partial<EditedQuestion>) => void;
};

/** The labels by which a question is found: its subject and its origin. */
export function LabelsForm({ question, errors, onChange }: LabelsFormProps) {
  const subjects = useQuery(subjectsQuery).data ?? [];
  const labels = useQuery(bankLabelsQuery).data;
  const sourcesId = useId();
  return (
    <Card title="Classificação">
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
        <Field label="Matéria" optional error={errors.subjectId}>
          <Select
            value={question.subjectId ?? ''}
            onChange={({ target }) =>
              onChange({ subjectId: target.value === '' ? null : Number(target.value), topicId: null, topic: '' })
            }
          >
            <option value="">Sem matéria</option>
            <NamedOptions of={subjects} />
          </Select>
        </Field>
        <TopicField key={question.subjectId} question={question} error={errors.topic} onChange={onChange} />
        <OriginFields question={question} errors={errors} onChange={onChange} sourcesId={sourcesId} />
      </div>
      <Field
        className="mt-4"
        label="Etiquetas"
        optional
        help="Palavras suas para achar a questão, separadas por vírgulas."
        error={errors.tags ?? Object.entries(errors).find(([name]) => name.startsWith('tags.'))?.[1]}
      >
        <Input value={question.tags ?? ''} onChange={({ target }) => onChange({ tags: target.value })} />
      </Field>
      <datalist id={sourcesId}>
        {labels?.sources.map((source) => (
          <option key={source} value={source} />
        ))}
      </datalist>
    </Card>
  );
}
