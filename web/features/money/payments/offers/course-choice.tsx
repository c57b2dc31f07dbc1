import { useQuery } from '@tanstack/react-query';
import { textOf } from '#web/lib/api.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { chosenIds, withId } from './offer-form.ts';
import { courseChoicesQuery } from './offers.queries.ts';

type CourseChoiceProps = {
  opens: string;
  courseIds: string;
  error: string | undefined;
  onChange: (choice: { opens?: string; courseIds?: string }) => void;
};

/** All courses, or a selection. */
export function CourseChoice({ opens, courseIds, error, onChange }: CourseChoiceProps) {
  return (
    <div className="grid gap-3">
      <RadioGroup
        label="O que esta oferta abre"
        name="opens"
        value={opens}
        onValueChange={(choice) => onChange({ opens: choice })}
        options={[
          { value: 'all', label: 'Todos os cursos', help: 'Também os que a escola publicar depois.' },
          {
            value: 'some',
            label: 'Só alguns cursos',
            help: 'Aulas e simulados que não estão em nenhum curso continuam abertos a todos.',
          },
        ]}
      />
      {opens === 'some' && <Courses courseIds={courseIds} onChange={(ids) => onChange({ courseIds: ids })} />}
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}

function Courses({ courseIds, onChange }: { courseIds: string; onChange: (ids: string) => void }) {
  const courses = useQuery(courseChoicesQuery);
  if (courses.isError) return <FieldError>{textOf(courses.error)}</FieldError>;
  if (courses.isPending) return <p className="text-ink-soft text-sm">Carregando os cursos…</p>;
  if (courses.data.length === 0) return <p className="text-ink-soft text-sm">A escola ainda não tem cursos.</p>;
  const chosen = new Set(chosenIds(courseIds));
  const gone = [...chosen].filter((id) => !courses.data.some((course) => course.id === id)).length;
  return (
    <fieldset className="grid max-h-72 overflow-y-auto rounded-control border border-line px-4 py-2">
      <legend className="sr-only">Cursos</legend>
      {courses.data.map(({ id, title, isPublished }) => (
        <Checkbox
          key={id}
          label={isPublished ? title : `${title} (rascunho)`}
          checked={chosen.has(id)}
          onChange={({ target }) => onChange(withId(courseIds, id, target.checked))}
        />
      ))}
      {gone > 0 && (
        <p className="py-2 text-ink-soft text-sm">
          {gone === 1 ? 'Um curso desta oferta foi excluído.' : `${gone} cursos desta oferta foram excluídos.`}
        </p>
      )}
    </fieldset>
  );
}
