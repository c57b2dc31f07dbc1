import { AlertDialog } from '#web/ui/alert-dialog.tsx';

type UnsentDialogProps = { onOpenChange: (open: boolean) => void; busy: boolean; onConfirm: () => void };

export default function UnsentDialog(props: UnsentDialogProps) {
  return (
    <AlertDialog
      open
      title="Sair sem enviar?"
      text="Há textos ou respostas guardados só neste aparelho. Se sair agora, eles serão apagados."
      confirmLabel="Sair mesmo assim"
      tone="bad"
      {...props}
    />
  );
}
