import type { ReactNode } from 'react';
import { CODE_MAX } from '#contract/limits.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

type CodeFieldProps = {
  value: string;
  onChange: (event: { target: { value: string } }) => void;
  error?: string | undefined;
  label?: string;
  help?: ReactNode;
  /** The long recovery codes with letters, for people who lost their phone. */
  recovery?: boolean;
};

/** A code of the authenticator app, or one of the recovery codes. */
export function CodeField({ value, onChange, error, label, help, recovery = false }: CodeFieldProps) {
  const words = recovery
    ? { label: 'Código de recuperação', help: 'Um dos códigos que você guardou. Cada um funciona uma vez.' }
    : { label: 'Código de verificação', help: 'Os 6 dígitos que aparecem agora no aplicativo autenticador.' };
  return (
    <Field label={label ?? words.label} help={help ?? words.help} error={error}>
      <Input
        name="code"
        required
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        inputMode={recovery ? 'text' : 'numeric'}
        maxLength={CODE_MAX}
        className="tracking-widest"
        value={value}
        onChange={onChange}
      />
    </Field>
  );
}
