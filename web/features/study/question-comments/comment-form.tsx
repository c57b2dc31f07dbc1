import { COMMENT_MAX } from '#contract/limits.ts';
import { editQuestionComment } from '#contract/study/question-comments.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { useForm } from '#web/ui/use-form.ts';

type CommentFormProps = {
  label: string;
  placeholder?: string;
  submitLabel: string;
  initial: string;
  busy: boolean;
  autoFocus?: boolean;
  /** `refused` shows the error of the server at the field, and returns whether there was one. */
  onSubmit: (body: string, refused: (error: unknown) => boolean) => void;
  onCancel?: () => void;
};

/** Plain text only. */
export function CommentForm(props: CommentFormProps) {
  const { label, placeholder, submitLabel, initial, busy, autoFocus, onSubmit, onCancel } = props;
  const form = useForm({
    initial: { body: initial },
    schema: editQuestionComment.body,
    onSubmit: ({ body }) => onSubmit(body, form.refused),
  });
  return (
    <form {...form.props} className="grid grid-cols-1 gap-3">
      <Field label={label} error={form.errors.body}>
        <Textarea
          rows={2}
          maxLength={COMMENT_MAX}
          placeholder={placeholder}
          autoFocus={autoFocus}
          {...form.field('body')}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="line" busy={busy} busyLabel="Enviando...">
          {submitLabel}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            Cancelar
          </Button>
        )}
      </div>
    </form>
  );
}
