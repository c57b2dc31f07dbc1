import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CourseDetail } from '../../../contract/courses.ts';
import { ApiError } from '../../lib/api.ts';
import { isAdmin, useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.ts';
import { checkDraft, type DraftErrors, draftOf, fieldsOf } from './course-fields.ts';
import { CourseFields } from './course-form.tsx';
import { CourseImageField } from './course-image-field.tsx';
import { instructorText } from './course-labels.ts';
import { instructorsQuery, useUpdateCourse } from './courses.queries.ts';

export type SavingProps = {
  course: CourseDetail;
  version: number;
  onSaved: (version: number) => void;
  onConflict: () => void;
};

export const isConflict = (error: Error) => error instanceof ApiError && error.code === 'version_conflict';

export function CourseDetailsForm({ course, version, onSaved, onConflict }: SavingProps) {
  const user = useUser();
  const [draft, setDraft] = useState(() => draftOf(course));
  const [imageUrl, setImageUrl] = useState(course.imageUrl);
  const [instructorId, setInstructorId] = useState(course.instructorId);
  const [errors, setErrors] = useState<DraftErrors>({});
  const update = useUpdateCourse(course.id);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (update.isPending) return;
    const found = checkDraft(draft);
    setErrors(found);
    if (found.title) toast({ title: 'Título obrigatório', description: found.title, tone: 'bad' });
    if (found.title || found.duration) return;
    update.mutate(
      { ...fieldsOf(draft), imageUrl, instructorId, version },
      {
        onSuccess: (saved) => onSaved(saved.version),
        onError: (error) => isConflict(error) && onConflict(),
      },
    );
  };

  return (
    <Card title="Dados do curso">
      <form noValidate onSubmit={submit} className="grid gap-4">
        <CourseFields
          draft={draft}
          errors={errors}
          onChange={(change) => {
            setDraft({ ...draft, ...change });
            setErrors({});
          }}
        />
        {isAdmin(user) && <InstructorField course={course} value={instructorId} onChange={setInstructorId} />}
        <CourseImageField imageUrl={imageUrl} category={draft.category} onChange={setImageUrl} />
        <Button
          type="submit"
          className="justify-self-start max-md:w-full"
          disabled={draft.title === ''}
          busy={update.isPending}
          busyLabel="Salvando..."
        >
          Salvar dados
        </Button>
      </form>
    </Card>
  );
}

type InstructorFieldProps = { course: CourseDetail; value: string | null; onChange: (id: string | null) => void };

/** Only an admin gives a course to another teacher. */
function InstructorField({ course, value, onChange }: InstructorFieldProps) {
  const instructors = useQuery(instructorsQuery);
  const known = instructors.data?.some(({ id }) => id === value) ?? false;
  return (
    <Field label="Professor">
      <Select value={value ?? ''} onChange={(event) => onChange(event.target.value || null)}>
        <option value="">{instructorText(null)}</option>
        {value && !known && <option value={value}>{course.instructorName}</option>}
        {instructors.data?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}
