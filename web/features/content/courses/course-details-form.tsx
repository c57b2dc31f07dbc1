import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { CourseDetail } from '#contract/content/courses.ts';
import { isAdmin, useUser } from '#web/lib/session.ts';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { NamedOptions } from '#web/ui/options.tsx';
import { Select } from '#web/ui/select.tsx';
import { CourseFields } from './course-form.tsx';
import { CourseImageField } from './course-image-field.tsx';
import { instructorText } from './course-labels.ts';
import { instructorsQuery } from './courses.queries.ts';
import type { CourseEditing } from './use-course-editing.ts';

type CourseDetailsFormProps = { course: CourseDetail; editing: CourseEditing };

export function CourseDetailsForm({ course, editing: { editing, errors, change, save } }: CourseDetailsFormProps) {
  const user = useUser();
  const details = editing.value;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <Card title="Dados do curso">
      <form noValidate onSubmit={submit} className="grid gap-4">
        <CourseFields draft={details} errors={errors} onChange={change} />
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
        {/* Enter submits by this hidden button; the visible one is below both halves. */}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
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
        <NamedOptions of={instructors.data} />
      </Select>
    </Field>
  );
}
