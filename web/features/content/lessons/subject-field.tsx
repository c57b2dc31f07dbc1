import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { SUBJECT_NAME_MAX } from '#contract/limits.ts';
import { subjectsQuery } from '#web/features/content/topics/subjects.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { NamedOptions } from '#web/ui/options.tsx';
import { Select } from '#web/ui/select.tsx';
import type { FieldErrors } from '#web/ui/use-form.ts';
import type { LessonForm } from './lesson-form.ts';

type SubjectFieldProps = {
  form: LessonForm;
  onChange: (change: Partial<LessonForm>) => void;
  errors: FieldErrors;
  disabled: boolean;
  /** In a narrow column. */
  stacked?: boolean;
};

/** Chooses a subject, or names a new one. */
export function SubjectField({ form, onChange, errors, disabled, stacked }: SubjectFieldProps) {
  const subjects = useQuery(subjectsQuery);
  if (form.newSubject !== null) {
    return (
      <div className="flex items-start gap-2">
        <Field label="Nova matéria" error={errors.newSubject} className="grow">
          <Input
            autoFocus
            value={form.newSubject}
            maxLength={SUBJECT_NAME_MAX}
            disabled={disabled}
            placeholder="Nome da nova matéria (ex: Português, Matemática)"
            onChange={(event) => onChange({ newSubject: event.target.value })}
          />
        </Field>
        <Button
          variant="quiet"
          size="icon"
          aria-label="Cancelar nova matéria"
          disabled={disabled}
          className="mt-7"
          onClick={() => onChange({ newSubject: null })}
        >
          <X />
        </Button>
      </div>
    );
  }
  return (
    <div className={cx('grid grid-cols-1 items-start gap-2', !stacked && 'md:grid-cols-[minmax(0,1fr)_auto]')}>
      <Field label="Matéria" error={errors.subjectId}>
        <Select
          value={form.subjectId ?? ''}
          disabled={disabled}
          onChange={(event) => onChange({ subjectId: Number(event.target.value) || null, topicId: null })}
        >
          <option value="">{subjects.isPending ? 'Carregando…' : 'Selecione uma matéria'}</option>
          <NamedOptions of={subjects.data} />
        </Select>
      </Field>
      <Button
        variant="line"
        disabled={disabled}
        className={cx('min-h-12', !stacked && 'md:mt-7')}
        onClick={() => onChange({ newSubject: '', topicId: null })}
      >
        <Plus /> Criar nova matéria
      </Button>
    </div>
  );
}
