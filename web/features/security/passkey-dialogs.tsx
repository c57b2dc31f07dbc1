import { type FormEvent, useId, useState } from 'react';
import { PASSKEY_NAME_MAX } from '../../../contract/limits.ts';
import type { Passkey } from '../../../contract/passkeys.ts';
import { fieldsOf, textOf } from '../../lib/api.ts';
import { deviceRefusal } from '../../lib/passkeys.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { toast } from '../../ui/toast.ts';
import { useAddPasskey, useRemovePasskey, useRemovePassword, useRenamePasskey } from './passkeys.queries.ts';

const passwordError = (error: unknown) => fieldsOf(error).currentPassword;

export function AddPasskeyDialog({ asksPassword, onClose }: { asksPassword: boolean; onClose: () => void }) {
  const formId = useId();
  const [name, setName] = useState('');
  const [currentPassword, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const add = useAddPasskey();
  const wrong = passwordError(add.error);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    const isMissing = asksPassword && !currentPassword.trim();
    setMissing(isMissing);
    if (isMissing) return;
    add.mutate(
      { name, currentPassword: asksPassword ? currentPassword : undefined },
      {
        onSuccess: () => {
          toast({ title: 'Chave de acesso adicionada', description: 'Na próxima vez, entre sem digitar a senha.' });
          onClose();
        },
      },
    );
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !add.isPending && onClose()}
      title="Adicionar chave de acesso"
      size="sm"
      footer={
        <>
          <Button variant="line" disabled={add.isPending} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form={formId} busy={add.isPending} busyLabel="Aguardando o aparelho...">
            Continuar
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-5">
        <p>O aparelho vai pedir a digital, o rosto ou o PIN. Nada disso chega até nós.</p>
        {add.isError && !wrong && (
          <Notice tone="bad" role="alert" title="A chave não foi adicionada">
            {deviceRefusal(add.error) ?? textOf(add.error)}
          </Notice>
        )}
        <Field label="Nome" optional help="Para reconhecer depois, como “Celular da Ana”.">
          <Input
            value={name}
            autoComplete="off"
            maxLength={PASSKEY_NAME_MAX}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        {asksPassword && (
          <Field label="Senha atual" error={missing ? 'Digite sua senha atual.' : wrong}>
            <PasswordInput
              autoComplete="current-password"
              value={currentPassword}
              onChange={(event) => setPassword(event.target.value)}
            />
          </Field>
        )}
      </form>
    </Dialog>
  );
}

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const formId = useId();
  const [name, setName] = useState(passkey.name);
  const [missing, setMissing] = useState(false);
  const rename = useRenamePasskey(passkey.id);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(!name.trim());
    if (name.trim() && !rename.isPending) rename.mutate(name, { onSuccess: onClose });
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !rename.isPending && onClose()}
      title="Mudar o nome da chave"
      size="sm"
      footer={
        <>
          <Button variant="line" disabled={rename.isPending} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form={formId} busy={rename.isPending} busyLabel="Salvando...">
            Salvar
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-5">
        {rename.isError && (
          <Notice tone="bad" role="alert" title="Não foi possível salvar">
            {textOf(rename.error)}
          </Notice>
        )}
        <Field label="Nome" error={missing ? 'Dê um nome à chave.' : null}>
          <Input
            value={name}
            autoComplete="off"
            maxLength={PASSKEY_NAME_MAX}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}

export function RemovePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = useRemovePasskey(passkey.id);
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Remover a chave “${passkey.name}”?`}
      text="Ela deixa de abrir sua conta. No aparelho, ela continua guardada até você apagar lá também."
      confirmLabel="Remover"
      tone="bad"
      busy={remove.isPending}
      busyLabel="Removendo..."
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            toast({ title: 'Chave de acesso removida' });
            onClose();
          },
        })
      }
    >
      {remove.isError && (
        <Notice tone="bad" role="alert" title="A chave não foi removida">
          {textOf(remove.error)}
        </Notice>
      )}
    </AlertDialog>
  );
}

export function RemovePasswordDialog({ onClose }: { onClose: () => void }) {
  const [currentPassword, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const remove = useRemovePassword();
  const wrong = passwordError(remove.error);

  const confirm = () => {
    setMissing(!currentPassword.trim());
    if (!currentPassword.trim() || remove.isPending) return;
    remove.mutate(currentPassword, {
      onSuccess: () => {
        toast({ title: 'Senha removida', description: 'Seus outros aparelhos foram desconectados.' });
        onClose();
      },
    });
  };

  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Remover a senha?"
      text="Sua conta passa a abrir só com chave de acesso. Para voltar a ter senha, use “Esqueci minha senha”: o link chega no seu e-mail."
      confirmLabel="Remover senha"
      tone="bad"
      busy={remove.isPending}
      busyLabel="Removendo..."
      onConfirm={confirm}
    >
      {remove.isError && !wrong && (
        <Notice tone="bad" role="alert" title="A senha não foi removida">
          {textOf(remove.error)}
        </Notice>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          confirm();
        }}
      >
        <Field label="Senha atual" error={missing ? 'Digite sua senha atual.' : wrong}>
          <PasswordInput
            autoComplete="current-password"
            value={currentPassword}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      </form>
    </AlertDialog>
  );
}
