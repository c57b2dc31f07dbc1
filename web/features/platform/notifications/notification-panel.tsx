import { useInfiniteQuery } from '@tanstack/react-query';
import { CheckCheck, X } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { dialogToasts } from '#web/ui/toast-slots.ts';
import { useReturnFocus } from '#web/ui/use-return-focus.ts';
import { NotificationRow } from './notification-row.tsx';
import { notificationsQuery, useReadAll } from './notifications.queries.ts';

/** A popover below the bell; below 768 px a full-screen sheet. */
export default function NotificationPanel({ onClose }: { onClose: () => void }) {
  const list = useInfiniteQuery(notificationsQuery);
  const readAll = useReadAll();
  const { rememberOpener, returnToOpener } = useReturnFocus();
  const rows = list.data?.pages.flatMap((page) => page.items) ?? [];
  const hasUnread = rows.some((row) => row.readAt === null);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-(--z-sheet) max-md:bg-(--scrim)" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={rememberOpener}
          onCloseAutoFocus={returnToOpener}
          className="fixed inset-0 z-(--z-sheet) flex flex-col bg-surface text-ink md:inset-auto md:top-16 md:right-[max(var(--gutter),calc(50vw-var(--page)/2))] md:max-h-[min(640px,calc(100dvh-88px))] md:w-105 md:rounded-card md:shadow-float"
        >
          <header className="flex shrink-0 items-center gap-2 border-line border-b py-2 pr-2 pl-4">
            <Dialog.Title className="mr-auto text-md">Notificações</Dialog.Title>
            {hasUnread && (
              <Button
                variant="quiet"
                size="sm"
                busy={readAll.isPending}
                busyLabel="Marcando..."
                onClick={() => readAll.mutate(rows[0])}
              >
                <CheckCheck />
                <span>
                  Marcar todas<span className="max-sm:sr-only"> como lidas</span>
                </span>
              </Button>
            )}
            <Dialog.Close asChild>
              <Button variant="quiet" size="icon" aria-label="Fechar">
                <X />
              </Button>
            </Dialog.Close>
          </header>
          <div className="min-h-0 grow overflow-y-auto overscroll-contain pb-[env(safe-area-inset-bottom)]">
            {list.isPending && (
              <SkeletonGroup className="grid gap-3 p-4" blocks={['h-16 w-full', 'h-16 w-full', 'h-16 w-full']} />
            )}
            {list.isError && !list.data && (
              <LoadError of={list} title="Não conseguimos carregar as notificações" headingLevel={3} />
            )}
            {list.isSuccess && rows.length === 0 && (
              <EmptyState
                title="Nenhuma notificação"
                text="Avisaremos aqui sobre aulas novas, resultados e prazos."
                headingLevel={3}
              />
            )}
            <ul>
              {rows.map((row) => (
                <NotificationRow key={row.id} notification={row} onOpen={onClose} />
              ))}
            </ul>
            <ShowMore pages={list} place="card" size="sm" />
          </div>
          <div ref={dialogToasts} className="shrink-0" />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
