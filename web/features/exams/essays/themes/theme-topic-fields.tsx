import { useQuery } from '@tanstack/react-query';
import { subjectsQuery } from '#web/features/content/topics/subjects.ts';
import { topicOption, topicsQuery } from '#web/features/content/topics/topics.ts';
import { Field } from '#web/ui/field.tsx';
import { NamedOptions, RowOptions } from '#web/ui/options.tsx';
import { Select } from '#web/ui/select.tsx';
import type { EditedTheme } from './theme-draft.ts';

type Topic = EditedTheme['topic'];
type ThemeTopicFieldsProps = { topic: Topic; error: string | undefined; onChange: (topic: Topic) => void };

/** The topic of a theme, by its subject. */
export function ThemeTopicFields({ topic: { subjectId, id }, error, onChange }: ThemeTopicFieldsProps) {
  const subjects = useQuery(subjectsQuery).data ?? [];
  const topics = useQuery({ ...topicsQuery(Number(subjectId)), enabled: subjectId !== '' }).data ?? [];
  return (
    <>
      <Field label="Matéria" optional>
        <Select value={subjectId} onChange={({ target }) => onChange({ subjectId: target.value, id: '' })}>
          <option value="">Nenhuma</option>
          <NamedOptions of={subjects} />
        </Select>
      </Field>
      <Field label="Assunto" optional error={error ?? null}>
        <Select
          value={id}
          disabled={subjectId === ''}
          onChange={({ target }) => onChange({ subjectId, id: target.value })}
        >
          <option value="">{subjectId === '' ? 'Escolha a matéria antes' : 'Nenhum'}</option>
          <RowOptions of={topics} label={(topic) => topicOption(topic.parentId, topic.name)} />
        </Select>
      </Field>
    </>
  );
}
