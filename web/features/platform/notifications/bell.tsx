import { useQuery } from '@tanstack/react-query';
import { Bell as BellIcon } from 'lucide-react';
import { Suspense } from 'react';
import { cx } from '#web/ui/cx.ts';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { unreadQuery } from './unread.ts';
import { useRefreshAfterActions } from './use-refresh-after-actions.ts';

const NotificationPanel = lazyChunk(() => import('./notification-panel.tsx'), 'over');

/** The server counts up to 100. */
const shown = (unread: number) => (unread > 99 ? '99+' : String(unread));

type BellProps = { open: boolean; onOpenChange: (open: boolean) => void; className?: string };

/** Its count is embedded in the document. On a phone the menu of the header opens it, too. */
export function Bell({ open, onOpenChange, className }: BellProps) {
  const unread = useQuery(unreadQuery).data?.unread ?? 0;
  useRefreshAfterActions();
  const words = unread === 0 ? 'Notificações' : `Notificações: ${unread === 1 ? '1 nova' : `${shown(unread)} novas`}`;
  return (
    <>
      <button
        type="button"
        aria-label={words}
        aria-haspopup="dialog"
        aria-expanded={open}
        className={cx('relative grid size-11 place-items-center rounded-control hover:bg-night-line', className)}
        onClick={() => onOpenChange(true)}
      >
        <BellIcon />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-1 right-0.5 min-w-4.5 rounded-full bg-sun px-1 text-center font-strong text-[12px] text-on-sun tabular-nums leading-[18px]"
          >
            {shown(unread)}
          </span>
        )}
      </button>
      <Suspense>{open && <NotificationPanel onClose={() => onOpenChange(false)} />}</Suspense>
    </>
  );
}
