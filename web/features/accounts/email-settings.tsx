import { type FormEvent, useEffect, useState } from 'react';
import { emailPattern } from '../../../contract/accounts.ts';
import { fieldsOf, textOf } from '../../lib/api.ts';
import { useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { toast } from '../../ui/toast.ts';
import { usePointOut } from '../../ui/use-point-out.ts';
import { useConfirmEmailChange, useRequestEmailChange } from './profile.queries.ts';

export function EmailSettings() {
  const user = useUser();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<{ email?: string | undefined; password?: string | undefined }>({});
  const request = useRequestEmailChange();
  const { area, pointOut } = usePointOut();
  // Confirmed: nothing is left to be confirmed.
  useConfirmationLink(request.reset);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = {
      email: emailPattern.test(email.trim()) ? undefined : 'Informe um e-mail válido.',
      password: password.trim() ? undefined : 'Digite sua senha atual.',
    };
    setErrors(found);
    if (found.email || found.password) return pointOut();
    request.mutate(
      { email, currentPassword: password },
      {
        onSuccess: () => setPassword(''),
        onError: (error) => {
          const told = fieldsOf(error);
          setErrors({ email: told.email, password: told.currentPassword });
          pointOut();
          toast({ title: 'Não foi possível trocar o e-mail', description: textOf(error), tone: 'bad' });
        },
      },
    );
  };

  return (
    <Card title="E-mail">
      <p className="mb-5 text-sm">
        <span className="text-ink-soft">Atual:</span> <span className="break-all">{user.email}</span>
      </p>
      {request.isSuccess && (
        <Notice tone="ok" role="status" className="mb-5" title="Confirme no novo e-mail">
          Enviamos um link para {request.variables.email}. O endereço atual vale até você abrir o link.
        </Notice>
      )}
      <form ref={area} noValidate onSubmit={submit} className="grid gap-5">
        <Field label="Novo e-mail" error={errors.email}>
          <Input
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Field label="Senha atual" error={errors.password}>
          <PasswordInput
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <Button
          type="submit"
          variant="line"
          busy={request.isPending}
          busyLabel="Enviando..."
          className="md:justify-self-start"
        >
          Trocar e-mail
        </Button>
      </form>
    </Card>
  );
}

/**
 * Arriving by the link of the confirmation mail (`/settings#email=…`) confirms the new address, once: in a new page, and
 * in one that is already here, where only the fragment changes.
 */
function useConfirmationLink(onConfirmed: () => void): void {
  const { mutate } = useConfirmEmailChange();
  useEffect(() => {
    const confirm = () => {
      const token = new URLSearchParams(location.hash.slice(1)).get('email');
      if (!token) return;
      // Gone from the address before anything else, so that it is used once.
      history.replaceState(history.state, '', location.pathname);
      mutate(token, {
        onSuccess: () => {
          onConfirmed();
          toast({ title: 'E-mail confirmado' });
        },
        onError: (error) => toast({ title: 'Não foi possível confirmar', description: textOf(error), tone: 'bad' }),
      });
    };
    confirm();
    addEventListener('hashchange', confirm);
    return () => removeEventListener('hashchange', confirm);
  }, [mutate, onConfirmed]);
}
