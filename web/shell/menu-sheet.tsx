import { useQuery } from '@tanstack/react-query';
import { Bell as BellIcon, Search, X } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { unreadQuery } from '#web/features/platform/notifications/unread.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { dialogToasts } from '#web/ui/toast-slots.ts';
import { useReturnFocus } from '#web/ui/use-return-focus.ts';

export type MenuSheetActions = { onClose: () => void; onSearch: () => void; onBell: () => void };

type MenuSheetProps = MenuSheetActions & {
  title: string;
  /** The width from which other navigation replaces the sheet. */
  until: 'md' | 'lg';
  children: ReactNode;
};

const hidden = { md: 'md:hidden', lg: 'lg:hidden' };

/** A sheet from the bottom, within reach of the thumb: search and notifications first, then the pages. */
export function MenuSheet({ title, until, onClose, onSearch, onBell, children }: MenuSheetProps) {
  const { rememberOpener, returnToOpener } = useReturnFocus();
  const unread = useQuery(unreadQuery).data?.unread ?? 0;
  const replaceBy = (open: () => void) => () => {
    onClose();
    open();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={cx('fixed inset-0 z-(--z-sheet) animate-appear bg-(--scrim)', hidden[until])} />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={rememberOpener}
          onCloseAutoFocus={returnToOpener}
          className={cx(
            'fixed inset-x-0 bottom-0 z-(--z-sheet) flex max-h-[calc(100dvh-40px)] animate-rise flex-col rounded-t-card bg-surface pt-3 pb-[max(8px,env(safe-area-inset-bottom))] shadow-float',
            hidden[until],
          )}
        >
          <div aria-hidden="true" className="mx-auto h-1 w-10 shrink-0 rounded-full bg-line-strong" />
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          <div className="flex shrink-0 items-center gap-1 border-line border-b py-2 pr-2 pl-4">
            <button
              type="button"
              onClick={replaceBy(onSearch)}
              className="flex min-h-12 min-w-0 grow items-center gap-3 rounded-control border border-line-strong px-3 text-left text-ink-soft"
            >
              <Search /> Buscar ou ir para
            </button>
            <Button
              variant="quiet"
              size="icon"
              aria-label={
                unread === 0 ? 'Notificações' : `Notificações: ${unread === 1 ? '1 nova' : `${unread} novas`}`
              }
              onClick={replaceBy(onBell)}
              className="relative"
            >
              <BellIcon />
              {unread > 0 && (
                <span
                  aria-hidden="true"
                  className="absolute top-1.5 right-1.5 size-2.5 rounded-full border border-sun-edge bg-sun"
                />
              )}
            </Button>
            <Dialog.Close asChild>
              <Button variant="quiet" size="icon" aria-label="Fechar menu">
                <X />
              </Button>
            </Dialog.Close>
          </div>
          {/* Only the pages scroll: a message below them stays in view. */}
          <div className="min-h-0 overflow-y-auto">{children}</div>
          <div ref={dialogToasts} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
