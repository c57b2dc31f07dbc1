import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { BellButton } from './bell-button.tsx';
import { unreadQuery } from './unread.ts';
import { useRefreshAfterActions } from './use-refresh-after-actions.ts';

const NotificationPanel = lazyChunk(() => import('./notification-panel.tsx'), 'over');

export default function Bell({ startsOpen }: { startsOpen: boolean }) {
  const unread = useQuery(unreadQuery);
  const [open, setOpen] = useState(startsOpen);
  useRefreshAfterActions();
  return (
    <>
      <BellButton unread={unread.data?.unread} aria-expanded={open} onClick={() => setOpen(true)} />
      <Suspense>{open && <NotificationPanel onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
