import type { UseMutationResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { isOvertaken, isSignedOut } from '#web/lib/api.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormActions } from '#web/ui/form-actions.tsx';
import { toast } from '#web/ui/toast.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { OvertakenNotice } from './overtaken-notice.tsx';

type Save<Body> = Pick<UseMutationResult<unknown, Error, Body>, 'mutate' | 'isPending' | 'error'>;
type FieldErrors = { told: string; onClose: () => void; refused: (error: unknown) => boolean };

/** Saves once at a time. Field errors are shown at their fields, version conflicts by the dialog. */
export function saveOnce<Body>(save: Save<Body>, body: Body, { told, onClose, refused }: FieldErrors): void {
  if (save.isPending) return;
  save.mutate(body, {
    onSuccess: () => {
      toast({ title: told });
      onClose();
    },
    onError: (error) => {
      if (isOvertaken(error) || isSignedOut(error)) return;
      if (!refused(error)) toastFailure('Não foi possível salvar')(error);
    },
  });
}

type SaleDialogProps = {
  form: { id: string; props: ComponentProps<'form'> };
  save: Pick<Save<never>, 'isPending' | 'error'>;
  title: string;
  description: string;
  /** The message after a version conflict. */
  overtaken: string;
  onClose: () => void;
  /** Opens the current version after a conflict. */
  onReload: () => void;
  children: ReactNode;
};

/** The dialog around the form of an offer or a coupon. */
export function SaleDialog({
  form,
  save,
  title,
  description,
  overtaken,
  onClose,
  onReload,
  children,
}: SaleDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !save.isPending && onClose()}
      // A click outside must not discard what was typed.
      onInteractOutside={(event) => event.preventDefault()}
      title={title}
      description={description}
      footer={
        <FormActions form={form.id} label="Salvar" busy={save.isPending} busyLabel="Salvando..." onCancel={onClose} />
      }
    >
      <form {...form.props} className="grid gap-5">
        {isOvertaken(save.error) && <OvertakenNotice title={overtaken} onReload={onReload} />}
        {children}
      </form>
    </Dialog>
  );
}
