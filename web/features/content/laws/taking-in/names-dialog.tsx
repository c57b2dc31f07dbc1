import { type FormEvent, useId, useState } from 'react';
import { updateLaw, type WrittenLaw } from '#contract/content/laws.ts';
import { textOf } from '#web/lib/api.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormActions } from '#web/ui/form-actions.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/toast.ts';
import { useChecking } from '#web/ui/use-form.ts';
import { useUpdateLaw } from '../laws.queries.ts';
import { linesOf, nicknamesOf } from './law-names.ts';
import { type Names, NamesFields } from './names-fields.tsx';

type NamesDialogProps = { law: WrittenLaw; onClose: () => void };

export function NamesDialog({ law, onClose }: NamesDialogProps) {
  const formId = useId();
  const [value, setValue] = useState<Names>({
    name: law.name,
    shortName: law.shortName,
    nicknames: linesOf(law.nicknames),
  });
  // The revision that was read: a change that another person made meanwhile is refused.
  const [revision] = useState(law.revision);
  const save = useUpdateLaw(law.id);
  const { area, errors, check, refused, mend } = useChecking();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = check(updateLaw.body, { ...value, nicknames: nicknamesOf(value.nicknames), revision });
    if (!body || save.isPending) return;
    save.mutate(body, {
      onSuccess: () => {
        toast({ title: 'Nomes salvos' });
        onClose();
      },
      onError: (error) => void refused(error),
    });
  };
  return (
    <Dialog
      open
      size="sm"
      title="Nomes da norma"
      onOpenChange={(open) => !open && !save.isPending && onClose()}
      footer={
        <FormActions form={formId} label="Salvar" busy={save.isPending} busyLabel="Salvando..." onCancel={onClose} />
      }
    >
      <form ref={area} id={formId} noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
        {save.isError && <Notice tone="bad">{textOf(save.error)}</Notice>}
        <NamesFields
          value={value}
          errors={errors}
          onChange={(change) => {
            setValue({ ...value, ...change });
            mend(...Object.keys(change));
          }}
        />
      </form>
    </Dialog>
  );
}
