import { useState } from 'react';
import { type Privacy, requestDeletion } from '#contract/people/privacy.ts';
import { useHasPassword } from '#web/features/people/passkeys/own-passkeys.ts';
import { fieldsOf, textOf } from '#web/lib/api.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { useCancelDeletion, useRequestDeletion } from './privacy.queries.ts';

export function DeletionCard({ deletion }: { deletion: Privacy['deletion'] }) {
  const cancel = useCancelDeletion();
  const [asking, setAsking] = useState(false);
  return (
    <Card title="Excluir a conta">
      {deletion ? (
        <Notice
          tone="bad"
          title={`Sua conta será excluída em ${formatDateTime(deletion.dueAt)}`}
          action={
            <Button variant="line" busy={cancel.isPending} busyLabel="Cancelando..." onClick={() => cancel.mutate()}>
              Manter minha conta
            </Button>
          }
        >
          Pedido feito em {formatDateTime(deletion.requestedAt)}. Até lá tudo continua funcionando.
        </Notice>
      ) : (
        <>
          <p className="mb-4">
            Progresso, plano de estudos e comprovantes são apagados, e os certificados deixam de valer. Respostas e
            avaliações ficam sem ligação com você. De compras, a contabilidade guarda valor, data e forma, sob um
            pseudônimo. Você tem sete dias para mudar de ideia.
          </p>
          <Button variant="bad" onClick={() => setAsking(true)}>
            Excluir minha conta
          </Button>
        </>
      )}
      {asking && <DeletionDialog onClose={() => setAsking(false)} />}
    </Card>
  );
}

function DeletionDialog({ onClose }: { onClose: () => void }) {
  const request = useRequestDeletion();
  const hasPassword = useHasPassword();
  const form = useForm({
    initial: { currentPassword: '' },
    schema: requestDeletion.body,
    bodyOf: (values) => (hasPassword ? values : {}),
    onSubmit: (body) => {
      if (request.isPending) return;
      request.mutate(body, {
        onSuccess: onClose,
        onError: form.refused,
      });
    },
  });
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Excluir sua conta?"
      text="Ela é apagada daqui a sete dias, com tudo o que é seu. Avisamos por e-mail, e até lá você pode cancelar."
      confirmLabel="Excluir em sete dias"
      tone="bad"
      busy={request.isPending}
      busyLabel="Enviando..."
      onConfirm={form.submit}
    >
      <form {...form.props} className="grid gap-4">
        {hasPassword && (
          <Field label="Senha atual" error={form.errors.currentPassword}>
            <PasswordInput data-autofocus autoComplete="current-password" {...form.field('currentPassword')} />
          </Field>
        )}
        {request.isError && !(hasPassword && fieldsOf(request.error).currentPassword) && (
          <Notice tone="bad" role="alert">
            {textOf(request.error)}
          </Notice>
        )}
      </form>
    </AlertDialog>
  );
}
