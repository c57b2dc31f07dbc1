import { useState } from 'react';
import { textOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { useConfirmTestMail } from './settings.queries.ts';

/** The input for the code of the test mail. No form element: it is rendered inside the form of the settings. */
export function MailCodeForm() {
  const confirm = useConfirmTestMail();
  const [code, setCode] = useState('');
  return (
    <div className="mt-4 flex flex-wrap items-end gap-3">
      <Field label="Código da carta de teste" error={confirm.error ? textOf(confirm.error) : null}>
        <Input
          value={code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          className="w-40"
          onChange={(event) => setCode(event.target.value.replace(/\D/g, ''))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (code.length === 6) confirm.mutate(code);
          }}
        />
      </Field>
      <Button variant="line" busy={confirm.isPending} disabled={code.length !== 6} onClick={() => confirm.mutate(code)}>
        Comprovar
      </Button>
    </div>
  );
}
