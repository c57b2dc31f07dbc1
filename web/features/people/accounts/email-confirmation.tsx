import { useQuery } from '@tanstack/react-query';
import { textOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/toast.ts';
import { useResendConfirmation } from './accounts.queries.ts';
import { ownEmailQuery } from './profile.queries.ts';

/** Asks to confirm the email. Nothing depends on it, and it renders nothing once the address is confirmed. */
export function EmailConfirmation() {
  const own = useQuery(ownEmailQuery);
  const resend = useResendConfirmation();
  if (!own.data || own.data.confirmedAt) return null;
  const { email } = own.data;
  if (resend.isSuccess) {
    return (
      <Notice tone="ok" role="status" className="mb-5" title="Link enviado">
        Abra o e-mail que chegou em {email} e toque em “Confirmar e-mail”.
      </Notice>
    );
  }
  return (
    <Notice tone="info" className="mb-5" title="E-mail ainda não confirmado">
      <p>É por ele que você recupera a senha e recebe os avisos da conta.</p>
      <Button
        variant="line"
        className="mt-3"
        busy={resend.isPending}
        busyLabel="Enviando..."
        onClick={() =>
          resend.mutate(email, {
            onError: (error) => toast({ title: 'Não foi possível enviar', description: textOf(error), tone: 'bad' }),
          })
        }
      >
        Enviar link de confirmação
      </Button>
    </Notice>
  );
}
