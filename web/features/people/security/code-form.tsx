import type { ReactNode } from 'react';
import { renewRecoveryCodes } from '#contract/people/second-factor.ts';
import { Button } from '#web/ui/button.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { CodeField } from './code-field.tsx';

type CodeFormProps = {
  text: ReactNode;
  submitLabel: string;
  busy: boolean;
  /** `refused` shows the error of the server at the field. */
  onSubmit: (code: string, refused: (error: unknown) => boolean) => void;
};

/** Asks for one code, of the app or for recovery. */
export function CodeForm({ text, submitLabel, busy, onSubmit }: CodeFormProps) {
  const form = useForm({
    initial: { code: '' },
    schema: renewRecoveryCodes.body,
    onSubmit: ({ code }) => onSubmit(code, form.refused),
  });
  return (
    <form {...form.props} className="grid gap-5">
      <p>{text}</p>
      <CodeField
        {...form.field('code')}
        error={form.errors.code}
        help="Os 6 dígitos do aplicativo autenticador, ou um código de recuperação."
      />
      <Button type="submit" busy={busy} busyLabel="Conferindo...">
        {submitLabel}
      </Button>
    </form>
  );
}
