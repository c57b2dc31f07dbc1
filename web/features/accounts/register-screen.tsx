import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { PASSWORD_MIN, REDIRECT_TO_PAYMENT_MS } from '../../../contract/limits.ts';
import { fieldsOf, hasOwnWords, textOf } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { paymentKeys } from '../../lib/payment-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { toast } from '../../ui/toast.ts';
import { usePointOut } from '../../ui/use-point-out.ts';
import { useRegister } from './accounts.queries.ts';
import { AuthLayout } from './auth-layout.tsx';
import { emptyRegistration, problemOf, type RegistrationField } from './registration.ts';

const FAILED = 'Não foi possível realizar o cadastro. Tente novamente.';

export default function RegisterScreen() {
  const [form, setForm] = useState(emptyRegistration);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [leaving, setLeaving] = useState(false);
  const [, navigate] = useLocation();
  const { area, pointOut } = usePointOut();
  const registration = useRegister();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const field = (name: RegistrationField) => ({
    name,
    required: true,
    value: form[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const problem = problemOf(form);
    setErrors(problem?.fields ?? {});
    if (problem) {
      pointOut();
      toast({ title: problem.title, description: problem.text, tone: 'bad' });
      return;
    }
    registration.mutate(form, {
      onSuccess: ({ email, paymentCode }) => {
        const isStudent = form.role === 'student';
        toast({
          title: 'Cadastro realizado!',
          description: isStudent ? 'Redirecionando para o pagamento...' : 'Aguarde a aprovação de um administrador.',
        });
        if (!isStudent) {
          setForm(emptyRegistration);
          return;
        }
        paymentKeys.write({ email, code: paymentCode });
        setLeaving(true);
        timer.current = setTimeout(() => navigate(paths.payment), REDIRECT_TO_PAYMENT_MS);
      },
      onError: (error) => {
        // Without a message of ours the catalogue's own stands; offline has words of its own.
        setErrors(fieldsOf(error));
        pointOut();
        toast({ title: 'Erro no cadastro', description: hasOwnWords(error) ? textOf(error) : FAILED, tone: 'bad' });
      },
    });
  };

  return (
    <AuthLayout title="Criar conta" subtitle="Leva dois minutos. O pagamento vem em seguida.">
      <form ref={area} noValidate onSubmit={submit} className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Nome" error={errors.firstName}>
            <Input autoComplete="given-name" {...field('firstName')} />
          </Field>
          <Field label="Sobrenome" error={errors.lastName}>
            <Input autoComplete="family-name" {...field('lastName')} />
          </Field>
        </div>
        <Field
          label="E-mail"
          help="Enviamos um link de confirmação e o aviso de liberação para ele."
          error={errors.email}
        >
          <Input type="email" inputMode="email" autoComplete="email" autoCapitalize="none" {...field('email')} />
        </Field>
        <Field label="Usuário" help="Você entra com ele ou com o e-mail." error={errors.username}>
          <Input autoComplete="username" autoCapitalize="none" spellCheck={false} {...field('username')} />
        </Field>
        <Field label="Senha" help={`Pelo menos ${PASSWORD_MIN} caracteres.`} error={errors.password}>
          <PasswordInput autoComplete="new-password" {...field('password')} />
        </Field>
        <Field label="Confirmar senha" error={errors.confirmPassword}>
          <PasswordInput autoComplete="new-password" {...field('confirmPassword')} />
        </Field>
        <RadioGroup
          label="Tipo de conta"
          name="role"
          look="cards"
          value={form.role}
          onValueChange={(role) => setForm({ ...form, role: role === 'teacher' ? 'teacher' : 'student' })}
          options={[
            { value: 'student', label: 'Aluno', help: 'Quero estudar.' },
            { value: 'teacher', label: 'Professor', help: 'Quero publicar aulas.' },
          ]}
        />
        <p className="text-ink-soft text-sm">
          Ao se cadastrar, você concorda com os{' '}
          <a href={paths.terms} className="link">
            Termos de Uso
          </a>{' '}
          e a{' '}
          <a href={paths.privacy} className="link">
            Política de Privacidade
          </a>
          .
        </p>
        <Button
          type="submit"
          size="lg"
          busy={registration.isPending || leaving}
          busyLabel="Cadastrando..."
          className="w-full"
        >
          Cadastrar
        </Button>
      </form>
      <p className="mt-6 border-line border-t pt-4">
        Já tem conta?{' '}
        <Link href={paths.login} className="link inline-flex min-h-11 items-center">
          Entre aqui
        </Link>
      </p>
    </AuthLayout>
  );
}
