import { type FormEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { createCourse } from '#contract/content/courses.ts';
import { newKey } from '#web/lib/new-key.ts';
import { paths } from '#web/lib/paths.ts';
import { useUser } from '#web/lib/session.ts';
import { useEditing } from '#web/lib/use-editing.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { RestoredDraftNotice } from '#web/ui/restored-draft-notice.tsx';
import { toastDraftStored } from '#web/ui/toast-editing.ts';
import { useChecking } from '#web/ui/use-form.ts';
import { fieldsOf, newDraft } from './course-fields.ts';
import { CourseFields, toastMissingTitle } from './course-form.tsx';
import { useCreateCourse } from './courses.queries.ts';

const empty = { value: newDraft, revision: null, savedAt: null };

type NewCourseDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

export default function NewCourseDialog({ open, onOpenChange }: NewCourseDialogProps) {
  const user = useUser();
  const create = useCreateCourse();
  const [, navigate] = useLocation();
  const created = useRef<number | null>(null);
  const { area, errors, show, check, mend } = useChecking();
  // The same key until it worked: a repeated click or a retry after a lost answer makes no second course.
  const [creationKey, setCreationKey] = useState(newKey);
  const editing = useEditing({
    name: 'course:new',
    stored: empty,
    onLeft: toastDraftStored,
    send: async (value) => {
      const course = await create.mutateAsync({ ...fieldsOf(value), instructorId: user.id, creationKey });
      created.current = course.id;
      // The course was created: the form is reset for the next one.
      return empty;
    },
  });
  const { value: draft } = editing;

  const startAfresh = () => {
    editing.discard();
    show({});
    setCreationKey(newKey());
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (editing.isSaving) return;
    if (!check(createCourse.body, fieldsOf(draft))) return toastMissingTitle(draft);
    if ((await editing.save()) !== 'saved') return;
    onOpenChange(false);
    startAfresh();
    // A course without content is of no use: its editor is where it gets some.
    if (created.current !== null) navigate(paths.editCourse(created.current));
  };

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!editing.isSaving) onOpenChange(next);
      }}
      title="Novo Curso"
      description="Depois de criar, o editor abre para você adicionar aulas e simulados."
      onInteractOutside={(event) => {
        if (draft.title !== '' || draft.description !== '') event.preventDefault();
      }}
      footer={
        <>
          <Button
            variant="line"
            disabled={editing.isSaving}
            onClick={() => {
              onOpenChange(false);
              startAfresh();
            }}
          >
            Cancelar
          </Button>
          <Button
            type="submit"
            form="new-course"
            disabled={draft.title === ''}
            busy={editing.isSaving}
            busyLabel="Criando..."
          >
            Criar Curso
          </Button>
        </>
      }
    >
      <form ref={area} id="new-course" noValidate inert={editing.isSaving} onSubmit={submit}>
        {editing.isRecovered && (
          <RestoredDraftNotice className="mb-4" savedAt={editing.changedAt} onDiscard={startAfresh} />
        )}
        <CourseFields
          draft={draft}
          errors={errors}
          onChange={(change) => {
            editing.change(change);
            mend(...Object.keys(change));
          }}
        />
      </form>
    </Dialog>
  );
}
