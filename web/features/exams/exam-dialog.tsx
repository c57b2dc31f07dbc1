import { type FormEvent, useId, useState } from 'react';
import type { AdminExam } from '../../../contract/exams.ts';
import { EXAM_LINK_MAX, EXAM_NAME_MAX } from '../../../contract/limits.ts';
import { fieldsOf, textOf } from '../../lib/api.ts';
import { newKey } from '../../lib/new-key.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useSaveExam } from './exams.queries.ts';

type ExamDialogProps = { exam: AdminExam | null; onClose: () => void };

export function ExamDialog({ exam, onClose }: ExamDialogProps) {
  const formId = useId();
  const [creationKey] = useState(newKey);
  const [name, setName] = useState(exam?.name ?? '');
  const [organisation, setOrganisation] = useState(exam?.organisation ?? '');
  const [date, setDate] = useState(exam?.date ?? '');
  const [link, setLink] = useState(exam?.link ?? '');
  const [checked, setChecked] = useState(false);
  const save = useSaveExam(exam, creationKey);
  const told = fieldsOf(save.error);
  const errorOf = (field: string, value: string) =>
    checked && !value.trim() ? 'Preencha este campo.' : (told[field] ?? null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!name.trim() || !organisation.trim() || !date) return;
    save.mutate({ name, organisation, date, link: link.trim() || null }, { onSuccess: onClose });
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !save.isPending && onClose()}
      title={exam ? 'Editar prova' : 'Nova prova'}
      size="sm"
      footer={
        <>
          <Button variant="line" disabled={save.isPending} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form={formId} busy={save.isPending} busyLabel="Salvando...">
            Salvar
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-5">
        {save.isError && !told && (
          <Notice tone="bad" role="alert" title="Não foi possível salvar">
            {textOf(save.error)}
          </Notice>
        )}
        <Field label="Nome da prova" error={errorOf('name', name)}>
          <Input value={name} maxLength={EXAM_NAME_MAX} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label="Banca ou órgão" error={errorOf('organisation', organisation)}>
          <Input
            value={organisation}
            maxLength={EXAM_NAME_MAX}
            onChange={(event) => setOrganisation(event.target.value)}
          />
        </Field>
        <Field label="Data" error={errorOf('date', date)}>
          <Input type="date" value={date} onChange={(event) => setDate(event.target.value)} />
        </Field>
        <Field label="Link do edital" optional error={told?.link ?? null}>
          <Input
            type="url"
            placeholder="https://"
            value={link}
            maxLength={EXAM_LINK_MAX}
            onChange={(event) => setLink(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
