import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { type ListedUser, useDeleteUser } from './users.queries.ts';

type DeleteUserDialogProps = { user: ListedUser; label: string; open: boolean; onOpenChange: (open: boolean) => void };

const hasPaid = ({ paymentStatus }: ListedUser) =>
  paymentStatus === 'approved' || paymentStatus === 'refund_requested' || paymentStatus === 'refunded';

export function DeleteUserDialog({ user, label, open, onOpenChange }: DeleteUserDialogProps) {
  const remove = useDeleteUser();
  const name = `${user.firstName} ${user.lastName}`;
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`${label} ${name}?`}
      text={
        user.status === 'pending' ? 'Esta ação removerá o usuário permanentemente.' : 'Esta ação não pode ser desfeita.'
      }
      confirmLabel={label}
      tone="bad"
      busy={remove.isPending}
      busyLabel="Removendo..."
      onConfirm={() => remove.mutate(user.id, { onSuccess: () => onOpenChange(false) })}
    >
      {user.paymentStatus === 'analyzing' && (
        <Notice tone="sun">Há um pagamento de {user.firstName} em análise. Ele será cancelado.</Notice>
      )}
      {hasPaid(user) && (
        <Notice title="O que a contabilidade guarda">
          Valor, data e forma dos pagamentos de {user.firstName}, sob um pseudônimo. Nome, e-mail e comprovantes são
          apagados.
        </Notice>
      )}
    </AlertDialog>
  );
}
