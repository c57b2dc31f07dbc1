import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';

type CodeFormProps = {
  text: ReactNode;
  submitLabel: string;
  busy: boolean;
  error: string | undefined;
  onSubmit: (code: string) => void;
};

/** Asks for one code, of the app or for recovery. */
export function CodeForm({ text, submitLabel, busy, error, onSubmit }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setEmpty(!code.trim());
    if (code.trim()) onSubmit(code);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <p>{text}</p>
      <CodeField
        value={code}
        onChange={setCode}
        error={isEmpty ? 'Digite o código.' : error}
        help="Os 6 dígitos do aplicativo autenticador, ou um código de recuperação."
      />
      <Button type="submit" busy={busy} busyLabel="Conferindo...">
        {submitLabel}
      </Button>
    </form>
  );
}
