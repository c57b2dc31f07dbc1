import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import * as RadixToast from 'radix-ui/toast';
import { type ReactNode, useSyncExternalStore } from 'react';
import { cx } from './cx.ts';
import { dismissToast, toastStore } from './toast.ts';

const icons: Record<'ok' | 'bad' | 'info', ReactNode> = {
  ok: <CircleCheck className="mt-px text-ok" />,
  bad: <CircleAlert className="mt-px text-bad" />,
  info: <Info className="mt-px text-info" />,
};

const SWIPE_THRESHOLD_PX = 50;

/* Radix repeats every toast in an announcer of its own, always as a status. Ours carry their role
   themselves (alert for errors), so its announcer speaks where nobody listens. */
const silence = typeof document === 'undefined' ? undefined : document.createDocumentFragment();

/** Shows what `toast()` says. Stands once, outside the router, so that a message survives a change of place. */
export function Toaster() {
  const shown = useSyncExternalStore(toastStore.subscribe, toastStore.get, () => null);
  return (
    <RadixToast.Provider
      label="Aviso"
      swipeDirection="right"
      swipeThreshold={SWIPE_THRESHOLD_PX}
      announcerContainer={silence}
    >
      {shown && (
        <RadixToast.Root
          key={shown.id}
          asChild
          open={shown.open}
          duration={shown.duration}
          onOpenChange={(open) => {
            if (!open) dismissToast();
          }}
        >
          <div
            role={shown.tone === 'bad' ? 'alert' : 'status'}
            className={cx(
              'pointer-events-auto! flex gap-3 rounded-card bg-surface p-4 text-ink shadow-float',
              'data-[state=closed]:animate-leave data-[state=open]:animate-rise',
              'data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform',
              'data-[swipe=end]:translate-x-(--radix-toast-swipe-end-x) data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
            )}
          >
            {icons[shown.tone]}
            <div className="min-w-0 grow">
              <RadixToast.Title className="font-strong leading-snug">{shown.title}</RadixToast.Title>
              {shown.description && (
                <RadixToast.Description className="mt-0.5 text-ink-soft text-sm">
                  {shown.description}
                </RadixToast.Description>
              )}
            </div>
            <RadixToast.Close
              aria-label="Fechar aviso"
              className="-m-2.5 grid size-11 shrink-0 place-items-center rounded-control text-ink-soft hover:text-ink"
            >
              <X />
            </RadixToast.Close>
          </div>
        </RadixToast.Root>
      )}
      {/* aria-live keeps an open dialog from hiding the region; the toast inside has its own urgency. */}
      <RadixToast.Viewport asChild label="Avisos ({hotkey})">
        <div
          aria-live="off"
          className="pointer-events-none fixed right-0 bottom-0 z-(--z-toast) w-full p-4 pb-[max(16px,env(safe-area-inset-bottom))] empty:hidden md:max-w-[452px]"
        />
      </RadixToast.Viewport>
    </RadixToast.Provider>
  );
}
