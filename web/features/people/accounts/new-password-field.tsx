import { type ComponentProps, Suspense } from 'react';
import { PASSWORD_MIN } from '#contract/limits.ts';
import { Field } from '#web/ui/field.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';

const PasswordHint = lazyChunk(() => import('./password-hint.tsx'));

type NewPasswordFieldProps = Omit<ComponentProps<typeof PasswordInput>, 'value'> & {
  label: string;
  error: string | undefined;
  value: string;
  /** What else is known of the person: a password must not repeat it. */
  person?: Omit<ComponentProps<typeof PasswordHint>, 'password'>;
};

/** A password that a person chooses, and a hint while they type where many others use it. */
export function NewPasswordField({ label, error, person, ...input }: NewPasswordFieldProps) {
  return (
    <div className="grid gap-2">
      <Field label={label} help={`Pelo menos ${PASSWORD_MIN} caracteres.`} error={error}>
        <PasswordInput autoComplete="new-password" {...input} />
      </Field>
      <Suspense>{input.value.length >= PASSWORD_MIN && <PasswordHint password={input.value} {...person} />}</Suspense>
    </div>
  );
}
