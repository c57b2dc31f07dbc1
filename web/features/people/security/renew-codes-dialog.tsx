import { textOf } from '#web/lib/api.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { CodeForm } from './code-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useRenewCodes } from './second-factor.queries.ts';

export function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const renew = useRenewCodes();
  const tell = (error: unknown) =>
    toast({ title: 'Não foi possível gerar os códigos', description: textOf(error), tone: 'bad' });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Gerar códigos de recuperação"
      onInteractOutside={(event) => event.preventDefault()}
    >
      {renew.data ? (
        <RecoveryCodes codes={renew.data.recoveryCodes} doneLabel="Guardei os códigos" onDone={onClose} />
      ) : (
        <CodeForm
          text="Os códigos que você guardou antes deixam de funcionar."
          submitLabel="Gerar códigos"
          busy={renew.isPending}
          onSubmit={(code, refused) => renew.mutate(code, { onError: (error) => refused(error) || tell(error) })}
        />
      )}
    </Dialog>
  );
}
