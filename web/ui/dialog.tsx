import { X } from 'lucide-react';
import * as RadixDialog from 'radix-ui/dialog';
import type { ComponentProps, ReactNode } from 'react';
import { buttonClass } from './button.tsx';
import { cx } from './cx.ts';
import { dialogToasts } from './toast-slots.ts';
import { useReturnFocus } from './use-return-focus.ts';

const sizes = {
  sm: 'md:max-w-[440px]',
  md: 'md:max-w-[560px]',
  lg: 'md:max-w-[800px]',
  xl: 'md:max-w-[1000px]',
};

type DialogProps = Pick<
  ComponentProps<typeof RadixDialog.Content>,
  'onEscapeKeyDown' | 'onInteractOutside' | 'onOpenAutoFocus' | 'onCloseAutoFocus' | 'className'
> & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Right of the title: a timer, a count. */
  aside?: ReactNode;
  size?: keyof typeof sizes;
  /** Stays in view while the body scrolls; the confirming action comes last. */
  footer?: ReactNode;
  flush?: boolean;
  children?: ReactNode;
};

/** Centred from 768 px on; below, a full-screen sheet with the footer under the thumb. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, aside, size = 'md', footer, ...content } = props;
  const { flush, className, children, onOpenAutoFocus, onCloseAutoFocus, ...handlers } = content;
  const { rememberOpener, returnToOpener } = useReturnFocus();
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-(--z-sheet) grid bg-scrim data-[state=closed]:animate-leave data-[state=open]:animate-appear md:place-items-center md:p-6">
          <RadixDialog.Content
            {...handlers}
            onOpenAutoFocus={(event) => {
              rememberOpener();
              onOpenAutoFocus?.(event);
            }}
            onCloseAutoFocus={(event) => {
              onCloseAutoFocus?.(event);
              returnToOpener(event);
            }}
            {...(description ? {} : { 'aria-describedby': undefined })}
            className={cx(
              'flex h-dvh w-full min-w-0 flex-col bg-surface data-[state=closed]:animate-leave data-[state=open]:animate-rise',
              'md:h-auto md:max-h-[calc(100dvh-48px)] md:overflow-hidden md:rounded-card md:shadow-float',
              sizes[size],
              className,
            )}
          >
            <header className="flex shrink-0 items-center gap-4 border-line border-b py-3 pr-3 pl-4 md:pl-6">
              <div className="min-w-0 grow py-1.5">
                <RadixDialog.Title className="text-md">{title}</RadixDialog.Title>
                {description && (
                  <RadixDialog.Description className="text-ink-soft text-sm">{description}</RadixDialog.Description>
                )}
              </div>
              {aside}
              <RadixDialog.Close
                aria-label="Fechar"
                className={buttonClass({ variant: 'quiet', size: 'icon', className: 'shrink-0' })}
              >
                <X />
              </RadixDialog.Close>
            </header>
            <div
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a body that is only text must scroll by keyboard too
              tabIndex={0}
              className="min-h-0 grow overflow-y-auto overscroll-contain focus-visible:-outline-offset-3"
            >
              {/* Padding inside the scrolling element, not on it: a sticky bar would leave a gap. */}
              {flush ? children : <div className="p-4 md:p-6">{children}</div>}
            </div>
            {open && <div ref={dialogToasts} className="shrink-0" />}
            {footer && (
              <footer className="flex shrink-0 items-center justify-end gap-3 border-line border-t px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] max-md:[&>*]:flex-1 md:px-6 md:py-4">
                {footer}
              </footer>
            )}
          </RadixDialog.Content>
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
