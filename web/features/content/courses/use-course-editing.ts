import { useMemo } from 'react';
import { saveCourse } from '#contract/content/course-with-content.ts';
import type { CourseDetail } from '#contract/content/courses.ts';
import type { Line } from '#web/lib/differences.ts';
import type { Joining, Snapshot } from '#web/lib/editing.ts';
import { mergeFields } from '#web/lib/merge.ts';
import { useEditing } from '#web/lib/use-editing.ts';
import { toastDraftStored } from '#web/ui/toast-editing.ts';
import { useChecking } from '#web/ui/use-form.ts';
import { type CourseContent, contentJoining, contentLines, contentOf } from './course-content.ts';
import { type CourseDetails, detailLines, detailsOf } from './course-details.ts';
import { fieldsOf } from './course-fields.ts';
import { toastMissingTitle } from './course-form.tsx';
import { fetchCourse, useSaveCourse } from './courses.queries.ts';

/** Everything of a course that its page edits: the data and what it is made of, saved together. */
export type CourseForm = CourseDetails & CourseContent;

const wholeOf = (course: CourseDetail): Snapshot<CourseForm> => {
  const details = detailsOf(course);
  return { ...details, value: { ...details.value, ...contentOf(course).value } };
};

/** Data field by field, content row by row. */
const joining: Partial<Joining<CourseForm>> = {
  merge: (base, mine, theirs, givenUp) => {
    const data = ({ items: _, ...details }: CourseForm) => details;
    const details = mergeFields(base && data(base), data(mine), data(theirs), givenUp);
    const content = contentJoining.merge(base, mine, theirs);
    return { value: { ...details.value, items: content.value.items }, clashes: details.clashes };
  },
};

export const courseLines = (form: CourseForm): Line[] => [...detailLines(form), ...contentLines(form)];

const bodyOf = ({ imageUrl, instructorId, items, ...draft }: CourseForm) => ({
  ...fieldsOf(draft),
  ...{ imageUrl, instructorId },
  items: items.map(({ kind, id, module }) => ({ kind, id, module })),
});

export function useCourseEditing(course: CourseDetail) {
  const { area, errors, check, mend } = useChecking<HTMLDivElement>();
  const saveWhole = useSaveCourse(course.id);
  const stored = useMemo(() => wholeOf(course), [course]);
  const editing = useEditing<CourseForm>({
    name: `course:${course.id}`,
    stored,
    joining,
    onLeft: toastDraftStored,
    send: async (form, revision) =>
      wholeOf(await saveWhole.mutateAsync({ ...bodyOf(form), version: revision ?? course.version })),
    reload: async () => wholeOf(await fetchCourse(course.id)),
  });
  const change = (wish: Partial<CourseForm> | ((now: CourseForm) => Partial<CourseForm>)) => {
    editing.change(wish);
    if (typeof wish !== 'function') mend(...Object.keys(wish));
  };
  const save = () => {
    if (editing.isSaving) return;
    if (check(saveCourse.body, { ...bodyOf(editing.value), version: course.version })) void editing.save();
    else toastMissingTitle(editing.value);
  };
  return { editing, area, errors, change, save };
}

export type CourseEditing = ReturnType<typeof useCourseEditing>;
