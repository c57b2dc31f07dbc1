import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useMemo } from 'react';
import { type Course, type CourseDetail, updateCourse } from '../../../contract/courses.ts';
import { isAdmin, useUser } from '../../lib/session.ts';
import { useEditing } from '../../lib/use-editing.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { Field } from '../../ui/field.tsx';
import { KeptNotice } from '../../ui/kept-notice.tsx';
import { Select } from '../../ui/select.tsx';
import { tellKept } from '../../ui/toast-editing.ts';
import { useChecking } from '../../ui/use-form.ts';
import { detailLines, detailsOf } from './course-details.ts';
import { fieldsOf } from './course-fields.ts';
import { CourseFields, tellMissingTitle } from './course-form.tsx';
import { CourseImageField } from './course-image-field.tsx';
import { instructorText } from './course-labels.ts';
import { fetchCourse, instructorsQuery, useUpdateCourse } from './courses.queries.ts';

type CourseDetailsFormProps = { course: CourseDetail; onSaved: (saved: Course) => void };

export function CourseDetailsForm({ course, onSaved }: CourseDetailsFormProps) {
  const user = useUser();
  const { area, errors, check, mend } = useChecking();
  const update = useUpdateCourse(course.id);
  const stored = useMemo(() => detailsOf(course), [course]);
  const editing = useEditing({
    name: `course-details:${course.id}`,
    stored,
    onLeft: tellKept,
    send: async (value, revision) => {
      const { imageUrl, instructorId, ...draft } = value;
      const version = revision ?? course.version;
      const saved = await update.mutateAsync({ ...fieldsOf(draft), imageUrl, instructorId, version });
      onSaved(saved);
      return detailsOf(saved);
    },
    reload: async () => detailsOf(await fetchCourse(course.id)),
  });
  const { value: details, change } = editing;

  const save = () => {
    if (check(updateCourse.body, { ...fieldsOf(details), version: course.version })) void editing.save();
    else tellMissingTitle(details);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!editing.isSaving) save();
  };

  return (
    <Card title="Dados do curso">
      <form ref={area} noValidate onSubmit={submit} className="grid gap-4">
        {editing.conflict && (
          <ConflictNotice
            editing={editing}
            title="Este curso foi alterado enquanto você editava"
            linesOf={detailLines}
            onSave={save}
          />
        )}
        {editing.isRecovered && !editing.conflict && (
          <KeptNotice savedAt={editing.changedAt} onDiscard={editing.discard} />
        )}
        <CourseFields
          draft={details}
          errors={errors}
          onChange={(wish) => {
            change(wish);
            mend(...Object.keys(wish));
          }}
        />
        {isAdmin(user) && (
          <InstructorField
            course={course}
            value={details.instructorId}
            onChange={(instructorId) => change({ instructorId })}
          />
        )}
        <CourseImageField
          imageUrl={details.imageUrl}
          title={details.title}
          category={details.category}
          onChange={(imageUrl) => change({ imageUrl })}
        />
        <Button
          type="submit"
          className="justify-self-start max-md:w-full"
          disabled={details.title === ''}
          busy={editing.isSaving}
          busyLabel="Salvando..."
        >
          Salvar dados
        </Button>
        {editing.isDirty && <p className="text-ink-soft text-sm">Há mudanças que ainda não foram salvas.</p>}
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
