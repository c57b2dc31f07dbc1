import { QUESTION_REASON_MAX } from '#contract/limits.ts';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/textarea.tsx';

type ReasonFieldProps = {
  value: string;
  onChange: (reason: string) => void;
  help?: string;
  error?: string | null | undefined;
  optional?: boolean;
};

/** Why a question no longer counts. */
export function ReasonField({ value, onChange, ...about }: ReasonFieldProps) {
  return (
    <Field label="Motivo" {...about}>
      <Textarea
        rows={2}
        maxLength={QUESTION_REASON_MAX}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}
