import { type FormEvent, useState } from 'react';
import { PASSWORD_MIN } from '../../../contract/limits.ts';
import { fieldsOf, textOf } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { toast } from '../../ui/toast.ts';
import { usePointOut } from '../../ui/use-point-out.ts';
import { useChangePassword } from './profile.queries.ts';

export function PasswordSettings() {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [errors, setErrors] = useState<{ current?: string | undefined; next?: string | undefined }>({});
  const change = useChangePassword();
  const { area, pointOut } = usePointOut();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = {
      current: current.trim() ? undefined : 'Digite sua senha atual.',
      next: next.trim().length < PASSWORD_MIN ? `A senha deve ter pelo menos ${PASSWORD_MIN} caracteres.` : undefined,
    };
    setErrors(found);
    if (found.current || found.next) return pointOut();
    change.mutate(
      { currentPassword: current, newPassword: next },
      {
        onSuccess: () => {
          setCurrent('');
          setNext('');
          toast({ title: 'Senha trocada', description: 'Seus outros aparelhos foram desconectados.' });
        },
        onError: (error) => {
          const told = fieldsOf(error);
          setErrors({ current: told.currentPassword, next: told.newPassword });
          pointOut();
          toast({ title: 'Não foi possível trocar a senha', description: textOf(error), tone: 'bad' });
        },
      },
    );
  };

  return (
    <Card title="Senha">
      <form ref={area} noValidate onSubmit={submit} className="grid gap-5">
        <Field label="Senha atual" error={errors.current}>
          <PasswordInput
            autoComplete="current-password"
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
          />
        </Field>
        <Field label="Nova senha" help="Pelo menos 6 caracteres." error={errors.next}>
          <PasswordInput autoComplete="new-password" value={next} onChange={(event) => setNext(event.target.value)} />
        </Field>
        <Button
          type="submit"
          variant="line"
          busy={change.isPending}
          busyLabel="Salvando..."
          className="md:justify-self-start"
        >
          Trocar senha
        </Button>
      </form>
    </Card>
  );
}
