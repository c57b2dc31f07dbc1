import { type FormEvent, useState } from 'react';
import { fieldsOf, textOf } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { toast } from '../../ui/toast.ts';
import { useTurnOff } from './second-factor.queries.ts';

export function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const [currentPassword, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [checked, setChecked] = useState(false);
  const off = useTurnOff();
  const missing = { password: !currentPassword.trim(), code: !code.trim() };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (missing.password || missing.code) return;
    off.mutate(
      { currentPassword, code },
      {
        onSuccess: () => {
          toast({ title: 'Segundo fator desligado' });
          onClose();
        },
        onError: (error) => {
          if (fieldsOf(error).code || fieldsOf(error).currentPassword) return;
          toast({ title: 'Não foi possível desligar', description: textOf(error), tone: 'bad' });
        },
      },
    );
  };
  return (
    <Dialog open onOpenChange={onClose} title="Desligar o segundo fator">
      <form noValidate onSubmit={submit} className="grid gap-5">
        <p>Para entrar, bastará a senha. Os códigos de recuperação deixam de valer.</p>
        <Field
          label="Senha"
          error={checked && missing.password ? 'Digite sua senha.' : fieldsOf(off.error).currentPassword}
        >
          <PasswordInput
            autoComplete="current-password"
            value={currentPassword}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <CodeField
          value={code}
          onChange={setCode}
          error={checked && missing.code ? 'Digite o código.' : fieldsOf(off.error).code}
          help="Os 6 dígitos do aplicativo autenticador, ou um código de recuperação."
        />
        <Button type="submit" variant="bad" busy={off.isPending} busyLabel="Desligando...">
          Desligar segundo fator
        </Button>
      </form>
    </Dialog>
  );
}
