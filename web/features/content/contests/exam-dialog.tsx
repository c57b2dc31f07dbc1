import { type FormEvent, useId, useState } from 'react';
import { type AdminExam, createExam } from '#contract/content/contests.ts';
import { EXAM_LINK_MAX, EXAM_NAME_MAX } from '#contract/limits.ts';
import { isSignedOut } from '#web/lib/api.ts';
import { newKey } from '#web/lib/new-key.ts';
import { useEditing } from '#web/lib/use-editing.ts';
import { ConflictNotice } from '#web/ui/conflict-notice.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormActions } from '#web/ui/form-actions.tsx';
import { Input } from '#web/ui/input.tsx';
import { RestoredDraftNotice } from '#web/ui/restored-draft-notice.tsx';
import { toast } from '#web/ui/toast.ts';
import { toastDraftStored, toastUnsaved } from '#web/ui/toast-editing.ts';
import { useChecking } from '#web/ui/use-form.ts';
import { fetchExam, useSaveExam } from './contests.queries.ts';
import { bodyOf, draftOf, type ExamDraft, examLines, newExam } from './exam-draft.ts';

type ExamDialogProps = { exam: AdminExam | null; onClose: () => void };

export function ExamDialog({ exam, onClose }: ExamDialogProps) {
  const formId = useId();
  const [creationKey] = useState(newKey);
  const [stored] = useState(() => (exam ? draftOf(exam) : newExam));
  const save = useSaveExam(exam?.id ?? null);
  const { area, errors, check, refused, mend } = useChecking();
  const editing = useEditing<ExamDraft>({
    name: `exam:${exam?.id ?? 'new'}`,
    stored,
    onLeft: toastDraftStored,
    send: async (value, version) => {
      try {
        const saved = await save.mutateAsync({ body: { ...bodyOf(value), creationKey }, version });
        // The exam was created: the form is reset for the next one.
        return exam ? draftOf(saved) : newExam;
      } catch (error) {
        if (error instanceof Error && !isSignedOut(error) && !refused(error)) {
          toastUnsaved('Não foi possível salvar')(error);
        }
        throw error;
      }
    },
    ...(exam ? { reload: async () => draftOf(await fetchExam(exam.id)) } : {}),
  });
  const { value, isSaving } = editing;
  const field = (name: keyof ExamDraft) => ({
    value: value[name],
    onChange: (event: { target: { value: string } }) => {
      editing.change({ [name]: event.target.value });
      mend(name);
    },
  });

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (isSaving || !check(createExam.body, bodyOf(value)) || (await editing.save()) !== 'saved') return;
    toast({ title: exam ? 'Prova atualizada' : 'Prova adicionada' });
    onClose();
  };
  const cancel = () => {
    editing.discard();
    onClose();
  };
  const stayWithText = (event: Event) => editing.isDirty && event.preventDefault();

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isSaving && onClose()}
      onInteractOutside={stayWithText}
      title={exam ? 'Editar prova' : 'Nova prova'}
      size="sm"
      footer={<FormActions form={formId} label="Salvar" busy={isSaving} busyLabel="Salvando..." onCancel={cancel} />}
    >
      <form ref={area} id={formId} noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
        {editing.conflict && (
          <ConflictNotice
            editing={editing}
            title="Esta prova foi alterada enquanto você editava"
            linesOf={examLines}
            onSave={() => void submit()}
          />
        )}
        {editing.isRecovered && !editing.conflict && (
          <RestoredDraftNotice savedAt={editing.changedAt} onDiscard={editing.discard} />
        )}
        <Field label="Nome da prova" error={errors.name}>
          <Input {...field('name')} maxLength={EXAM_NAME_MAX} />
        </Field>
        <Field label="Banca ou órgão" error={errors.organisation}>
          <Input {...field('organisation')} maxLength={EXAM_NAME_MAX} />
        </Field>
        <Field label="Data" error={errors.date}>
          <Input {...field('date')} type="date" />
        </Field>
        <Field
          label="Data do edital"
          optional
          help="Quem segue esta prova lê as leis como valiam neste dia."
          error={errors.noticeDate}
        >
          <Input {...field('noticeDate')} type="date" />
        </Field>
        <Field label="Link do edital" optional error={errors.link}>
          <Input {...field('link')} type="url" placeholder="https://" maxLength={EXAM_LINK_MAX} />
        </Field>
      </form>
    </Dialog>
  );
}
