import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { QUESTION_LABEL_MAX } from '#contract/limits.ts';
import { topicOption, topicsQuery } from '#web/features/content/topics/topics.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { RowOptions } from '#web/ui/options.tsx';
import { Select } from '#web/ui/select.tsx';
import type { EditedQuestion } from './question-draft.ts';

const NEW = 'new';

type TopicFieldProps = {
  question: Pick<EditedQuestion, 'subjectId' | 'topicId' | 'topic'>;
  error: string | undefined;
  onChange: (wish: Partial<EditedQuestion>) => void;
};

/** A topic of the chosen subject, or the name of a new one. */
export function TopicField({ question, error, onChange }: TopicFieldProps) {
  const { subjectId, topicId, topic } = question;
  const topics = useQuery({ ...topicsQuery(subjectId ?? 0), enabled: subjectId !== null }).data ?? [];
  const [isNaming, setNaming] = useState(subjectId !== null && topicId === null && topic !== '');
  if (isNaming) {
    return (
      <div className="flex items-start gap-2">
        <Field
          label="Novo assunto"
          help="Ele entra na lista de assuntos da matéria."
          error={error ?? null}
          className="grow"
        >
          <Input
            autoFocus
            maxLength={QUESTION_LABEL_MAX}
            value={topic}
            onChange={({ target }) => onChange({ topicId: null, topic: target.value })}
          />
        </Field>
        <Button
          variant="quiet"
          size="icon"
          className="mt-7"
          aria-label="Cancelar novo assunto"
          onClick={() => {
            setNaming(false);
            onChange({ topicId: null, topic: '' });
          }}
        >
          <X />
        </Button>
      </div>
    );
  }
  const choose = (value: string) => {
    setNaming(value === NEW);
    const chosen = topics.find(({ id }) => String(id) === value);
    onChange({ topicId: chosen?.id ?? null, topic: chosen?.name ?? '' });
  };
  return (
    <Field
      label="Assunto"
      optional
      error={error ?? null}
      help={subjectId === null && topic !== '' ? `Texto antigo: "${topic}". Escolha a matéria para organizá-lo.` : null}
    >
      <Select value={topicId ?? ''} disabled={subjectId === null} onChange={({ target }) => choose(target.value)}>
        <option value="">{subjectId === null ? 'Escolha a matéria antes' : 'Sem assunto'}</option>
        <RowOptions of={topics} label={({ parentId, name }) => topicOption(parentId, name)} />
        <option value={NEW}>Novo assunto…</option>
      </Select>
    </Field>
  );
}
