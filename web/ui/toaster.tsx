import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type FocusEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { dismissToast, type ShownToast, toastStore } from './toast.ts';
import { useSwipeAway } from './use-swipe-away.ts';

const icons: Record<ShownToast['tone'], ReactNode> = {
  ok: <CircleCheck className="mt-px text-ok" />,
  bad: <CircleAlert className="mt-px text-bad" />,
  info: <Info className="mt-px text-info" />,
};

/**
 * Shows what `toast()` says. Stands once, outside the router, so that a message survives a change of place.
 * Our own and not Radix's: this is part of the first download, and theirs adds 9 KB to it.
 */
export function Toaster() {
  const shown = useSyncExternalStore(toastStore.subscribe, toastStore.get, () => null);
  return (
    // aria-live keeps an open dialog from hiding this region; the message inside has its own urgency.
    // It stands above a bar of actions: what one does next is not to be covered by what one has just done.
    <section
      aria-label="Avisos"
      aria-live="off"
      data-toaster
      className="pointer-events-none fixed right-0 bottom-0 z-(--z-toast) in-[body:has([data-action-bar])]:bottom-19 w-full p-4 pb-[max(16px,env(safe-area-inset-bottom))] md:max-w-[452px]"
    >
      {shown && <ToastCard key={shown.id} message={shown} />}
    </section>
  );
}

function ToastCard({ message }: { message: ShownToast }) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const cameFrom = useRef<EventTarget | null>(null);
  const swipe = useSwipeAway(dismissToast);
  useCountdown(message.duration, hovered || focused, dismissToast);

  const enter = (event: FocusEvent) => {
    if (!focused) cameFrom.current = event.relatedTarget;
    setFocused(true);
  };
  const close = () => {
    if (focused && cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
    dismissToast();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering pauses and swiping is a shortcut; the button closes it for everyone
    <div
      role={message.tone === 'bad' ? 'alert' : 'status'}
      {...swipe}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={enter}
      onBlur={() => setFocused(false)}
      className="pointer-events-auto flex animate-rise select-none gap-3 rounded-card bg-surface p-4 text-ink shadow-float"
    >
      {icons[message.tone]}
      <div className="min-w-0 grow">
        <p className="font-strong leading-snug">{message.title}</p>
        {message.description && <p className="mt-0.5 text-ink-soft text-sm">{message.description}</p>}
      </div>
      <button
        type="button"
        aria-label="Fechar aviso"
        className="-m-2.5 grid size-11 shrink-0 place-items-center rounded-control text-ink-soft hover:text-ink"
        onPointerDown={(event) => event.stopPropagation()}
        onClick={close}
      >
        <X />
      </button>
    </div>
  );
}

function useCountdown(milliseconds: number, paused: boolean, onEnd: () => void) {
  const left = useRef(milliseconds);
  useEffect(() => {
    if (paused) return;
    const startedAt = performance.now();
    const timer = window.setTimeout(onEnd, left.current);
    return () => {
      window.clearTimeout(timer);
      left.current -= performance.now() - startedAt;
    };
  }, [paused, onEnd]);
}
