import { useState } from 'react';
import { EXAM_TIME_REASON_MAX, refuseExamTime } from '#contract/exams/exam-time.ts';
import { textOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { useRefuseExamTime } from './exam-time.queries.ts';

/** Opens a form below the request: a refusal says why. */
export function RefuseRequest({ id }: { id: number }) {
  const [isOpen, setOpen] = useState(false);
  const refuse = useRefuseExamTime();
  const form = useForm({
    initial: { answer: '' },
    schema: refuseExamTime.body,
    onSubmit: ({ answer }) => refuse.mutate({ id, answer }),
  });
  if (!isOpen) {
    return (
      <Button variant="line" className="mt-4" onClick={() => setOpen(true)}>
        Recusar o pedido
      </Button>
    );
  }
  return (
    <form {...form.props} className="mt-4 grid gap-3">
      <Field label="Resposta para o aluno" error={form.errors.answer ?? (refuse.isError ? textOf(refuse.error) : null)}>
        <Textarea rows={3} maxLength={EXAM_TIME_REASON_MAX} {...form.field('answer')} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={refuse.isPending} busyLabel="Recusando...">
          Recusar
        </Button>
        <Button variant="quiet" onClick={() => setOpen(false)}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}
