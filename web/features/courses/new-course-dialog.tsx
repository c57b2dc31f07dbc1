import { type FormEvent, useState } from 'react';
import { newKey } from '../../lib/new-key.ts';
import { useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { checkDraft, type DraftErrors, fieldsOf, newDraft } from './course-fields.ts';
import { CourseFields } from './course-form.tsx';
import { useCreateCourse } from './courses.queries.ts';

type NewCourseDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

export default function NewCourseDialog({ open, onOpenChange }: NewCourseDialogProps) {
  const user = useUser();
  const create = useCreateCourse();
  const [draft, setDraft] = useState(newDraft);
  const [errors, setErrors] = useState<DraftErrors>({});
  // The same key until it worked: a repeated click or a retry after a lost answer makes no second course.
  const [creationKey, setCreationKey] = useState(newKey);

  const startAfresh = () => {
    setDraft(newDraft);
    setErrors({});
    setCreationKey(newKey());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    const found = checkDraft(draft);
    setErrors(found);
    if (found.title) {
      toast({ title: 'Título obrigatório', description: found.title, tone: 'bad' });
      return;
    }
    if (found.duration) return;
    create.mutate(
      { ...fieldsOf(draft), instructorId: user.id, creationKey },
      {
        onSuccess: () => {
          onOpenChange(false);
          startAfresh();
        },
      },
    );
  };

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!create.isPending) onOpenChange(next);
      }}
      title="Novo Curso"
      description="Depois de criar, adicione aulas e simulados em Editar."
      onInteractOutside={(event) => {
        if (draft.title !== '' || draft.description !== '') event.preventDefault();
      }}
      footer={
        <>
          <Button
            variant="line"
            disabled={create.isPending}
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
            busy={create.isPending}
            busyLabel="Criando..."
          >
            Criar Curso
          </Button>
        </>
      }
    >
      <form id="new-course" noValidate onSubmit={submit}>
        <CourseFields
          draft={draft}
          errors={errors}
          onChange={(change) => {
            setDraft({ ...draft, ...change });
            setErrors({});
          }}
        />
      </form>
    </Dialog>
  );
}
