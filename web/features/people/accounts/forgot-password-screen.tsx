import { Link } from 'wouter';
import { forgotPassword } from '#contract/people/recovery.ts';
import { textOf } from '#web/lib/api.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/toast.ts';
import { useForm } from '#web/ui/use-form.ts';
import { useForgotPassword } from './accounts.queries.ts';
import { AuthLayout } from './auth-layout.tsx';

export default function ForgotPasswordScreen() {
  const request = useForgotPassword();
  const form = useForm({
    initial: { email: '' },
    schema: forgotPassword.body,
    onSubmit: (body) =>
      request.mutate(body, {
        onError: (error) =>
          form.refused(error) || toast({ title: 'Não foi possível enviar', description: textOf(error), tone: 'bad' }),
      }),
  });

  return (
    <AuthLayout title="Esqueci minha senha" subtitle="Enviamos um link para você criar uma nova.">
      {request.isSuccess ? (
        <Notice tone="ok" role="status" title="Confira seu e-mail">
          Se houver uma conta com {request.variables.email}, o link chega em alguns minutos. Ele funciona uma vez, por
          uma hora.
        </Notice>
      ) : (
        <form {...form.props} className="grid gap-5">
          <Field label="E-mail" help="O do seu cadastro." error={form.errors.email}>
            <Input
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              required
              {...form.field('email')}
            />
          </Field>
          <Button type="submit" size="lg" busy={request.isPending} busyLabel="Enviando..." className="w-full">
            Enviar link
          </Button>
        </form>
      )}
      <p className="mt-4">
        <Link href={paths.login} className="link inline-flex min-h-11 items-center">
          Voltar para o login
        </Link>
      </p>
    </AuthLayout>
  );
}
