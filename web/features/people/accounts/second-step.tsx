import { useState } from 'react';
import { completeLogin, type confirmLoginSetUp } from '#contract/people/second-factor.ts';
import type { User } from '#contract/platform/users.ts';
import { AuthenticatorSetUp } from '#web/features/people/security/authenticator-set-up.tsx';
import { CodeField } from '#web/features/people/security/code-field.tsx';
import { RecoveryCodes } from '#web/features/people/security/recovery-codes.tsx';
import { isRefused, textOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { useForm } from '#web/ui/use-form.ts';
import { useCompleteLogin, useConfirmLoginSetUp, useLoginSetUp } from './second-step.queries.ts';

export type SecondStepProps = {
  ticket: string;
  step: 'code' | 'set_up';
  onEntered: (user: User) => void;
  /** Back to user and password: the ticket is no longer good, or the person thought better of it. */
  onRestart: () => void;
};

/** After the right password of an account with a second factor. */
export default function SecondStep(props: SecondStepProps) {
  return (
    <div className="grid gap-4">
      {props.step === 'code' ? <CodeStep {...props} /> : <SetUpStep {...props} />}
      <Button variant="quiet" onClick={props.onRestart}>
        Voltar e entrar de outro jeito
      </Button>
    </div>
  );
}

/** A wrong code is shown at the field; an expired ticket leads back to the password. */
function useRefusal(onRestart: () => void) {
  return (refused: (error: unknown) => boolean) => (error: unknown) => {
    if (refused(error)) return;
    toast({ title: 'Erro no login', description: textOf(error), tone: 'bad' });
    if (isRefused<typeof confirmLoginSetUp>(error, 'ticket_expired', 'state_conflict')) onRestart();
  };
}

function CodeStep({ ticket, onEntered, onRestart }: SecondStepProps) {
  const [recovery, setRecovery] = useState(false);
  const complete = useCompleteLogin();
  const refuse = useRefusal(onRestart);
  const form = useForm({
    initial: { code: '' },
    schema: completeLogin.body,
    bodyOf: ({ code }) => ({ ticket, code }),
    onSubmit: (body) => complete.mutate(body, { onSuccess: onEntered, onError: refuse(form.refused) }),
  });
  return (
    <form {...form.props} className="grid gap-4">
      <CodeField {...form.field('code')} recovery={recovery} error={form.errors.code} />
      <Button type="submit" size="lg" busy={complete.isPending} busyLabel="Entrando..." className="w-full">
        Confirmar
      </Button>
      <Button
        variant="line"
        onClick={() => {
          form.reset();
          setRecovery(!recovery);
        }}
      >
        {recovery ? 'Usar o aplicativo autenticador' : 'Usar um código de recuperação'}
      </Button>
    </form>
  );
}

function SetUpStep({ ticket, onEntered, onRestart }: SecondStepProps) {
  const begun = useLoginSetUp(ticket);
  const confirm = useConfirmLoginSetUp();
  const refuse = useRefusal(onRestart);
  if (confirm.data) {
    const { user, recoveryCodes } = confirm.data;
    return (
      <RecoveryCodes codes={recoveryCodes} doneLabel="Guardei os códigos, entrar" onDone={() => onEntered(user)} />
    );
  }
  if (begun.isError) {
    return (
      <ErrorState
        title="Não foi possível começar"
        text={textOf(begun.error)}
        onRetry={() => begun.refetch()}
        headingLevel={2}
      />
    );
  }
  if (!begun.data) return <SkeletonGroup blocks={['h-72 w-full']} />;
  return (
    <AuthenticatorSetUp
      {...begun.data}
      submitLabel="Ligar e entrar"
      busy={confirm.isPending}
      onSubmit={(code, refused) => confirm.mutate({ ticket, code }, { onError: refuse(refused) })}
    />
  );
}
