import { PASSKEY_NAME_MAX } from '#contract/limits.ts';
import { newPasskeyName, type Passkey, removePassword, renamePasskey } from '#contract/people/passkeys.ts';
import { deviceRefusal } from '#web/features/people/passkeys/passkeys.ts';
import { fieldsOf, textOf } from '#web/lib/api.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormActions } from '#web/ui/form-actions.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { toast } from '#web/ui/toast.ts';
import { useForm } from '#web/ui/use-form.ts';
import { useAddPasskey, useRemovePasskey, useRemovePassword, useRenamePasskey } from './passkeys.queries.ts';

const words = {
  add: {
    title: 'Adicionar chave de acesso',
    submit: 'Continuar',
    busy: 'Aguardando o aparelho...',
    failed: 'A chave não foi adicionada',
  },
  rename: {
    title: 'Mudar o nome da chave',
    submit: 'Salvar',
    busy: 'Salvando...',
    failed: 'Não foi possível salvar',
  },
};

/** Names a passkey: a new one (null), for which the name is optional, or an existing one. */
export function PasskeyNameDialog({ passkey, onClose }: { passkey: Passkey | null; onClose: () => void }) {
  const add = useAddPasskey();
  const rename = useRenamePasskey();
  const { isPending, error } = passkey ? rename : add;
  const say = words[passkey ? 'rename' : 'add'];
  const form = useForm({
    initial: { name: passkey?.name ?? '' },
    schema: passkey ? renamePasskey.body : newPasskeyName,
    onSubmit: ({ name }) => {
      if (isPending) return;
      if (passkey) rename.mutate({ id: passkey.id, name }, { onSuccess: onClose, onError: form.refused });
      else {
        add.mutate(name, {
          onSuccess: () => {
            toast({ title: 'Chave de acesso adicionada', description: 'Na próxima vez, entre sem digitar a senha.' });
            onClose();
          },
          onError: form.refused,
        });
      }
    },
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      title={say.title}
      size="sm"
      footer={
        <FormActions form={form.id} label={say.submit} busy={isPending} busyLabel={say.busy} onCancel={onClose} />
      }
    >
      <form {...form.props} className="grid gap-5">
        {!passkey && <p>O aparelho vai pedir a digital, o rosto ou o PIN. Nada disso chega até nós.</p>}
        {error && !fieldsOf(error).name && (
          <Notice tone="bad" role="alert" title={say.failed}>
            {deviceRefusal(error) ?? textOf(error)}
          </Notice>
        )}
        <Field
          label="Nome"
          optional={!passkey}
          help={passkey ? undefined : 'Para reconhecer depois, como “Celular da Ana”.'}
          error={form.errors.name}
        >
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
