import { type FormEvent, useState } from 'react';
import type { Privacy } from '../../../contract/privacy.ts';
import { fieldsOf, textOf } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { usePointOut } from '../../ui/use-point-out.ts';
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
            avaliações ficam sem ligação com você. Você tem sete dias para mudar de ideia.
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
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();

  const { area, pointOut } = usePointOut();

  const refuse = (text: string) => {
    setError(text);
    pointOut();
  };
  const confirm = () => {
    if (request.isPending) return;
    if (!password.trim()) return refuse('Digite sua senha atual.');
    request.mutate(password, {
      onSuccess: onClose,
      onError: (failure) => refuse(fieldsOf(failure).currentPassword ?? textOf(failure)),
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm();
  };
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
      onConfirm={confirm}
    >
      <form ref={area} noValidate onSubmit={submit}>
        <Field label="Senha atual" error={error}>
          <PasswordInput
            data-autofocus
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      </form>
    </AlertDialog>
  );
}
