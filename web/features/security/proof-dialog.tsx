import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BodyOf } from '../../../contract/endpoint.ts';
import { proveSelf } from '../../../contract/second-factor.ts';
import { textOf } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { secondFactorQuery, useProveSelf } from './second-factor.queries.ts';

type Given = { password: string; code: string };
type ProofDialogProps = { onProven: () => void; onClose: () => void };

/** Asks who is at the keyboard before something that weighs much. */
export function ProofDialog({ onProven, onClose }: ProofDialogProps) {
  const [byCode, setByCode] = useState(false);
  const factor = useQuery(secondFactorQuery);
  const prove = useProveSelf();
  const [byPasswordBody, byCodeBody] = proveSelf.body.def.options;
  const form = useForm<Given, BodyOf<typeof proveSelf>>({
    initial: { password: '', code: '' },
    schema: byCode ? byCodeBody : byPasswordBody,
    onSubmit: (body) =>
      prove.mutate(body, {
        onSuccess: onProven,
        onError: (error) =>
          form.refused(error) ||
          toast({ title: 'Não foi possível confirmar', description: textOf(error), tone: 'bad' }),
      }),
  });
  const change = () => {
    setByCode(!byCode);
    form.reset();
  };
  return (
    <Dialog open onOpenChange={onClose} title="Confirme que é você" size="sm">
      <form {...form.props} className="grid gap-5">
        <p>Esta ação pede uma confirmação. Ela vale por 15 minutos neste aparelho.</p>
        {byCode ? (
          <CodeField {...form.field('code')} error={form.errors.code} />
        ) : (
          <Field label="Sua senha" error={form.errors.password}>
            <PasswordInput autoComplete="current-password" {...form.field('password')} />
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
