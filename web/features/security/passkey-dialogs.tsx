import { PASSKEY_NAME_MAX } from '../../../contract/limits.ts';
import { beginPasskey, type Passkey, removePassword, renamePasskey } from '../../../contract/passkeys.ts';
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
import { useForm } from '../../ui/use-form.ts';
import { useAddPasskey, useRemovePasskey, useRemovePassword, useRenamePasskey } from './passkeys.queries.ts';

export function AddPasskeyDialog({ asksPassword, onClose }: { asksPassword: boolean; onClose: () => void }) {
  const add = useAddPasskey();
  const form = useForm({
    initial: { name: '', currentPassword: '' },
    schema: beginPasskey.body,
    bodyOf: ({ currentPassword }) => (asksPassword ? { currentPassword } : {}),
    onSubmit: ({ currentPassword }, { name }) => {
      if (add.isPending) return;
      add.mutate(
        { name, currentPassword },
        {
          onSuccess: () => {
            toast({ title: 'Chave de acesso adicionada', description: 'Na próxima vez, entre sem digitar a senha.' });
            onClose();
          },
          onError: form.refused,
        },
      );
    },
  });

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
          <Button type="submit" form={form.id} busy={add.isPending} busyLabel="Aguardando o aparelho...">
            Continuar
          </Button>
        </>
      }
    >
      <form {...form.props} className="grid gap-5">
        <p>O aparelho vai pedir a digital, o rosto ou o PIN. Nada disso chega até nós.</p>
        {add.isError && !fieldsOf(add.error).currentPassword && (
          <Notice tone="bad" role="alert" title="A chave não foi adicionada">
            {deviceRefusal(add.error) ?? textOf(add.error)}
          </Notice>
        )}
        <Field label="Nome" optional help="Para reconhecer depois, como “Celular da Ana”.">
          <Input autoComplete="off" maxLength={PASSKEY_NAME_MAX} {...form.field('name')} />
        </Field>
        {asksPassword && (
          <Field label="Senha atual" error={form.errors.currentPassword}>
            <PasswordInput autoComplete="current-password" {...form.field('currentPassword')} />
          </Field>
        )}
      </form>
    </Dialog>
  );
}

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const rename = useRenamePasskey(passkey.id);
  const form = useForm({
    initial: { name: passkey.name },
    schema: renamePasskey.body,
    onSubmit: ({ name }) => {
      if (!rename.isPending) rename.mutate(name, { onSuccess: onClose, onError: form.refused });
    },
  });

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
          <Button type="submit" form={form.id} busy={rename.isPending} busyLabel="Salvando...">
            Salvar
          </Button>
        </>
      }
    >
      <form {...form.props} className="grid gap-5">
        {rename.isError && !fieldsOf(rename.error).name && (
          <Notice tone="bad" role="alert" title="Não foi possível salvar">
            {textOf(rename.error)}
          </Notice>
        )}
        <Field label="Nome" error={form.errors.name}>
          <Input autoComplete="off" maxLength={PASSKEY_NAME_MAX} {...form.field('name')} />
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
  const remove = useRemovePassword();
  const form = useForm({
    initial: { currentPassword: '' },
    schema: removePassword.body,
    onSubmit: ({ currentPassword }) => {
      if (remove.isPending) return;
      remove.mutate(currentPassword, {
        onSuccess: () => {
          toast({ title: 'Senha removida', description: 'Seus outros aparelhos foram desconectados.' });
          onClose();
        },
        onError: form.refused,
      });
    },
  });

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
      onConfirm={form.submit}
    >
      {remove.isError && !fieldsOf(remove.error).currentPassword && (
        <Notice tone="bad" role="alert" title="A senha não foi removida">
          {textOf(remove.error)}
        </Notice>
      )}
      <form {...form.props}>
        <Field label="Senha atual" error={form.errors.currentPassword}>
          <PasswordInput autoComplete="current-password" {...form.field('currentPassword')} />
        </Field>
      </form>
    </AlertDialog>
  );
}
