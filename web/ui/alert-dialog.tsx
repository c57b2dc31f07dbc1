import * as RadixAlertDialog from 'radix-ui/alert-dialog';
import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { dialogToasts } from './toast-slots.ts';
import { useReturnFocus } from './use-return-focus.ts';

type AlertDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  text: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'plain' | 'bad';
  busy?: boolean;
  busyLabel?: string;
  onConfirm: () => void;
  /**
   * Content between the text and the buttons: a reason to type. A field with `data-autofocus` gets the initial focus.
   */
  children?: ReactNode;
};

/**
 * Asks before an action that cannot be undone. It stays open after the confirmation: the caller closes it on success.
 */
export function AlertDialog(props: AlertDialogProps) {
  const { open, onOpenChange, title, text, confirmLabel, cancelLabel = 'Cancelar' } = props;
  const { tone = 'plain', busy = false, busyLabel, onConfirm, children } = props;
  const { rememberOpener, returnToOpener } = useReturnFocus();
  const content = useRef<HTMLDivElement>(null);
  const change = (next: boolean) => {
    if (!busy) onOpenChange(next);
  };
  return (
    <RadixAlertDialog.Root open={open} onOpenChange={change}>
      <RadixAlertDialog.Portal>
        <RadixAlertDialog.Overlay
          // A press outside the dialog is no answer, and must not move the focus.
          onMouseDown={(event) => event.target === event.currentTarget && event.preventDefault()}
          className="fixed inset-0 z-(--z-sheet) grid items-end bg-scrim data-[state=closed]:animate-leave data-[state=open]:animate-appear md:place-items-center md:p-6"
        >
          <RadixAlertDialog.Content
            onOpenAutoFocus={(event) => {
              rememberOpener();
              const field = content.current?.querySelector<HTMLElement>('[data-autofocus]');
              if (!field) return;
              event.preventDefault();
              field.focus();
            }}
            ref={content}
            onCloseAutoFocus={returnToOpener}
            className="flex max-h-dvh w-full flex-col gap-4 overflow-y-auto rounded-t-card bg-surface px-4 pt-6 pb-[max(16px,env(safe-area-inset-bottom))] shadow-float data-[state=closed]:animate-leave data-[state=open]:animate-rise md:max-w-[440px] md:rounded-card md:p-6"
          >
            <div className="grid gap-2">
              <RadixAlertDialog.Title className="text-lg">{title}</RadixAlertDialog.Title>
              <RadixAlertDialog.Description asChild>
                <div className="text-ink-soft">{text}</div>
              </RadixAlertDialog.Description>
            </div>
            {children}
            {open && <div ref={dialogToasts} className="-mx-4 md:-mx-6" />}
            <div className="mt-2 flex gap-3 max-md:[&>*]:flex-1 md:justify-end">
              <RadixAlertDialog.Cancel asChild>
                <Button variant="line" disabled={busy}>
                  {cancelLabel}
                </Button>
              </RadixAlertDialog.Cancel>
              <Button
                variant={tone === 'bad' ? 'bad' : 'primary'}
                busy={busy}
                busyLabel={busyLabel}
                onClick={onConfirm}
              >
                {confirmLabel}
              </Button>
            </div>
          </RadixAlertDialog.Content>
        </RadixAlertDialog.Overlay>
      </RadixAlertDialog.Portal>
    </RadixAlertDialog.Root>
  );
}
