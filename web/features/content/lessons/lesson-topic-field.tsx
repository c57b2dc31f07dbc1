import { useQuery } from '@tanstack/react-query';
import { topicOption, topicsQuery } from '#web/features/content/topics/topics.ts';
import { Field } from '#web/ui/field.tsx';
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
        {topics.map(({ id, parentId, name }) => (
          <option key={id} value={id}>
            {topicOption(parentId, name)}
          </option>
        ))}
      </Select>
    </Field>
  );
}
