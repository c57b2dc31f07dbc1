import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { BellButton } from './bell-button.tsx';
import { unreadQuery } from './notifications.queries.ts';
import { useRefreshAfterActions } from './use-refresh-after-actions.ts';

const NotificationPanel = lazy(() => import('./notification-panel.tsx'));

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
