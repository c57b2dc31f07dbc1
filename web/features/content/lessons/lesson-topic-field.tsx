import { useQuery } from '@tanstack/react-query';
import { topicOption, topicsQuery } from '#web/features/content/topics/topics.ts';
import { Field } from '#web/ui/field.tsx';
import { RowOptions } from '#web/ui/options.tsx';
import { Select } from '#web/ui/select.tsx';
import type { LessonForm } from './lesson-form.ts';

type LessonTopicFieldProps = {
  form: LessonForm;
  onChange: (change: Partial<LessonForm>) => void;
  disabled: boolean;
};

/** Only where the subject has topics: most lessons of a new school have none yet. */
export function LessonTopicField({ form, onChange, disabled }: LessonTopicFieldProps) {
  const { subjectId, newSubject, topicId } = form;
  const topics =
    useQuery({ ...topicsQuery(subjectId ?? 0), enabled: subjectId !== null && newSubject === null }).data ?? [];
  if (topics.length === 0 || newSubject !== null) return null;
  return (
    <Field label="Assunto" optional>
      <Select
        value={topicId ?? ''}
        disabled={disabled}
        onChange={({ target }) => onChange({ topicId: Number(target.value) || null })}
      >
        <option value="">Sem assunto</option>
        <RowOptions of={topics} label={({ parentId, name }) => topicOption(parentId, name)} />
      </Select>
    </Field>
  );
}
