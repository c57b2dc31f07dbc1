import { type Category, categories, type Difficulty, difficulties } from '#contract/content/courses.ts';
import { COURSE_DESCRIPTION_MAX, COURSE_TITLE_MAX } from '#contract/limits.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Options } from '#web/ui/options.tsx';
import { Select } from '#web/ui/select.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { toast } from '#web/ui/toast.ts';
import type { FieldErrors } from '#web/ui/use-form.ts';
import type { CourseDraft } from './course-fields.ts';
import { categoryLabels, difficultyLabels } from './course-labels.ts';

type CourseFieldsProps = { draft: CourseDraft; errors: FieldErrors; onChange: (change: Partial<CourseDraft>) => void };

/** The fields of a course, in the dialog of a new one and on the page of one that exists. */
export function CourseFields({ draft, errors, onChange }: CourseFieldsProps) {
  return (
    <div className="grid gap-4">
      <Field label="Título" error={errors.title}>
        <Input
          value={draft.title}
          maxLength={COURSE_TITLE_MAX}
          placeholder="Ex: Soldado PM completo"
          onChange={(event) => onChange({ title: event.target.value })}
        />
      </Field>
      <Field label="Descrição" optional error={errors.description}>
        <Textarea
          rows={4}
          value={draft.description}
          maxLength={COURSE_DESCRIPTION_MAX}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Categoria">
          <Select value={draft.category} onChange={(event) => onChange({ category: event.target.value as Category })}>
            <Options of={categories} words={categoryLabels} />
          </Select>
        </Field>
        <Field label="Dificuldade">
          <Select
            value={draft.difficulty}
            onChange={(event) => onChange({ difficulty: event.target.value as Difficulty })}
          >
            <Options of={difficulties} words={difficultyLabels} />
          </Select>
        </Field>
      </div>
      <Field
        label="Duração (minutos)"
        help="A partir de 60, os alunos veem em horas; com menos, ou em branco, veem 'Variável'."
        error={errors.duration}
      >
        <Input
          inputMode="numeric"
          value={draft.duration}
          onChange={(event) => onChange({ duration: event.target.value })}
        />
      </Field>
      <Switch
        label="Publicado"
        help="Só cursos publicados aparecem para os alunos."
        checked={draft.isPublished}
        onChange={(event) => onChange({ isPublished: event.target.checked })}
      />
    </div>
  );
}

/** The toast that the specification requires. Other errors appear only at their fields. */
export function toastMissingTitle({ title }: Pick<CourseDraft, 'title'>): void {
  if (title.trim()) return;
  toast({ title: 'Título obrigatório', description: 'Por favor, insira um título para o curso.', tone: 'bad' });
}
