import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { REDIRECT_TO_PAYMENT_MS } from '#contract/limits.ts';
import { register } from '#contract/people/registration.ts';
import { hasOwnWords, textOf } from '#web/lib/api.ts';
import { paths } from '#web/lib/paths.ts';
import { paymentKeys } from '#web/lib/payment-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { toast } from '#web/ui/toast.ts';
import { useForm } from '#web/ui/use-form.ts';
import { useRegister } from './accounts.queries.ts';
import { AuthLayout } from './auth-layout.tsx';
import { CouponNotice, couponIn } from './coupon-notice.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { emptyRegistration, problemOf, type Registration } from './registration.ts';

const FAILED = 'Não foi possível realizar o cadastro. Tente novamente.';

export default function RegisterScreen() {
  const [leaving, setLeaving] = useState(false);
  const search = useSearch();
  const [coupon, setCoupon] = useState(() => couponIn(search));
  const [, navigate] = useLocation();
  const registration = useRegister();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const form = useForm({
    initial: emptyRegistration,
    schema: register.body,
    adjust: (errors, values) => problemOf(errors, values)?.fields ?? {},
    onWrong: (errors, values) => {
      const problem = problemOf(errors, values);
      if (problem) toast({ title: problem.title, description: problem.description, tone: 'bad' });
    },
    onSubmit: (body) =>
      registration.mutate(coupon && body.role === 'student' ? { ...body, coupon } : body, {
        onSuccess: ({ email, paymentCode }) => {
          const isStudent = body.role === 'student';
          toast({
            title: 'Cadastro realizado!',
            description: isStudent ? 'Redirecionando para o pagamento...' : 'Aguarde a aprovação de um administrador.',
          });
          if (!isStudent) {
            form.reset();
            return;
          }
          paymentKeys.write({ email, code: paymentCode });
          setLeaving(true);
          timer.current = setTimeout(() => navigate(paths.payment), REDIRECT_TO_PAYMENT_MS);
        },
        onError: (error) => {
          // Without a specific message the text of the catalogue is shown; offline has a specific one.
          form.refused(error);
          toast({ title: 'Erro no cadastro', description: hasOwnWords(error) ? textOf(error) : FAILED, tone: 'bad' });
        },
      }),
  });
  const field = (name: keyof Registration) => ({ name, required: true, ...form.field(name) });

  return (
    <AuthLayout title="Criar conta" subtitle="Leva dois minutos. O pagamento vem em seguida.">
      {coupon && <CouponNotice coupon={coupon} onDrop={() => setCoupon(null)} />}
      <form {...form.props} className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Nome" error={form.errors.firstName}>
            <Input autoComplete="given-name" {...field('firstName')} />
          </Field>
          <Field label="Sobrenome" error={form.errors.lastName}>
            <Input autoComplete="family-name" {...field('lastName')} />
          </Field>
        </div>
        <Field
          label="E-mail"
          help="Enviamos um link de confirmação e o aviso de liberação para ele."
          error={form.errors.email}
        >
          <Input type="email" inputMode="email" autoComplete="email" autoCapitalize="none" {...field('email')} />
        </Field>
        <Field label="Usuário" help="Você entra com ele ou com o e-mail." error={form.errors.username}>
          <Input autoComplete="username" autoCapitalize="none" spellCheck={false} {...field('username')} />
        </Field>
        <NewPasswordField
          label="Senha"
          error={form.errors.password}
          person={{
            username: form.values.username,
            email: form.values.email,
            firstName: form.values.firstName,
            lastName: form.values.lastName,
          }}
          {...field('password')}
        />
        <Field label="Confirmar senha" error={form.errors.confirmPassword}>
          <PasswordInput autoComplete="new-password" {...field('confirmPassword')} />
        </Field>
        <RadioGroup
          label="Tipo de conta"
          name="role"
          look="cards"
          value={form.values.role}
          onValueChange={(role) => form.set({ role })}
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
