import { DOUBT_MAX } from '#contract/limits.ts';
import { editDoubt } from '#contract/study/doubts.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { useForm } from '#web/ui/use-form.ts';

type DoubtFormProps = {
  initial: string;
  submitLabel: string;
  busy: boolean;
  /** `refused` shows the error of the server at the field, and returns whether there was one. */
  onSubmit: (body: string, refused: (error: unknown) => boolean) => void;
  onCancel: () => void;
};

/** Plain text only. */
export function DoubtForm({ initial, submitLabel, busy, onSubmit, onCancel }: DoubtFormProps) {
  const form = useForm({
    initial: { body: initial },
    schema: editDoubt.body,
    onSubmit: ({ body }) => onSubmit(body, form.refused),
  });
  return (
    <form {...form.props} className="grid grid-cols-1 gap-3">
      <Field
        label="Sua dúvida"
        help={`Quem escreveu responde. Até ${DOUBT_MAX} caracteres, sem dados pessoais.`}
        error={form.errors.body}
      >
        <Textarea autoFocus rows={4} maxLength={DOUBT_MAX} {...form.field('body')} />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyLabel="Enviando...">
          {submitLabel}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}
