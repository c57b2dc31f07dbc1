import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { fieldsOf, textOf } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { toast } from '../../ui/toast.ts';
import { secondFactorQuery, useProveSelf } from './second-factor.queries.ts';

type ProofDialogProps = { onProven: () => void; onClose: () => void };

/** Asks who is at the keyboard before something that weighs much. */
export function ProofDialog({ onProven, onClose }: ProofDialogProps) {
  const [given, setGiven] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const [byCode, setByCode] = useState(false);
  const factor = useQuery(secondFactorQuery);
  const prove = useProveSelf();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setEmpty(!given.trim());
    if (!given.trim()) return;
    prove.mutate(byCode ? { code: given } : { password: given }, {
      onSuccess: onProven,
      onError: (error) => {
        if (fieldsOf(error).code || fieldsOf(error).password) return;
        toast({ title: 'Não foi possível confirmar', description: textOf(error), tone: 'bad' });
      },
    });
  };
  const change = () => {
    setByCode(!byCode);
    setGiven('');
    prove.reset();
  };
  return (
    <Dialog open onOpenChange={onClose} title="Confirme que é você" size="sm">
      <form noValidate onSubmit={submit} className="grid gap-5">
        <p>Esta ação pede uma confirmação. Ela vale por 15 minutos neste aparelho.</p>
        {byCode ? (
          <CodeField
            value={given}
            onChange={setGiven}
            error={isEmpty ? 'Digite o código.' : fieldsOf(prove.error).code}
          />
        ) : (
          <Field label="Sua senha" error={isEmpty ? 'Digite sua senha.' : fieldsOf(prove.error).password}>
            <PasswordInput
              autoComplete="current-password"
              value={given}
              onChange={(event) => setGiven(event.target.value)}
            />
          </Field>
        )}
        <Button type="submit" busy={prove.isPending} busyLabel="Conferindo...">
          Confirmar
        </Button>
        {factor.data?.enabledAt && (
          <Button variant="quiet" onClick={change}>
            {byCode ? 'Usar a senha' : 'Usar o aplicativo autenticador'}
          </Button>
        )}
      </form>
    </Dialog>
  );
}
