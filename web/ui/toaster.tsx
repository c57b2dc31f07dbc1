import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import {
  type FocusEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import { dismissToast, type ShownToast, toastStore } from './toast.ts';
import { pageToasts, pushContentUp, toastHost } from './toast-slots.ts';
import { useSwipeAway } from './use-swipe-away.ts';

const icons: Record<ShownToast['tone'], ReactNode> = {
  ok: <CircleCheck className="mt-px text-sun" />,
  bad: <CircleAlert className="mt-px text-sun" />,
  info: <Info className="mt-px text-sun" />,
};

/**
 * Renders the messages of `toast()`. Mounted once, outside the router, so that a message survives a navigation; the
 * message itself is in the front layer (toast-slots.ts). Without a dialog or a bar of actions that is the bottom of the
 * window, on the left: actions are on the right. The background is solid, so that the page ends above the message and
 * no control shows behind it. Not Radix's toast: this is part of the first download, and theirs adds 9 KB to it.
 */
export function Toaster() {
  const shown = useSyncExternalStore(toastStore.subscribe, toastStore.get, () => null);
  return (
    <>
      <div
        ref={pageToasts}
        className="sticky bottom-(--bar-height) z-(--z-header) mt-auto ml-(--side-bar) bg-canvas has-[>:not(:empty)]:pb-(--under-page) print:hidden"
      />
      {shown && createPortal(<ToastCard key={shown.id} message={shown} />, toastHost())}
    </>
  );
}

function ToastCard({ message }: { message: ShownToast }) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const cameFrom = useRef<EventTarget | null>(null);
  /** A message that appears under a resting pointer is not being read: only a moving pointer pauses it. */
  const enteredAt = useRef<{ clientX: number; clientY: number } | null>(null);
  const swipe = useSwipeAway(dismissToast);
  useCountdown(message.duration, hovered || focused, dismissToast);
  useLayoutEffect(pushContentUp, []);

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
      onPointerEnter={({ clientX, clientY }) => {
        enteredAt.current = { clientX, clientY };
      }}
      onPointerMove={(event) => {
        swipe.onPointerMove(event);
        const { clientX, clientY } = enteredAt.current ?? event;
        if (event.clientX !== clientX || event.clientY !== clientY) setHovered(true);
      }}
      onPointerLeave={() => setHovered(false)}
      onFocus={enter}
      onBlur={() => setFocused(false)}
      className="on-night flex animate-rise select-none gap-3 rounded-card bg-night p-4 text-on-night shadow-float"
    >
      {icons[message.tone]}
      <div className="min-w-0 grow">
        <p className="font-strong leading-snug">{message.title}</p>
        {message.description && <p className="mt-0.5 text-on-night-soft text-sm">{message.description}</p>}
      </div>
      {message.action && (
        <button
          type="button"
          className="link -my-2.5 min-h-11 shrink-0 px-2 font-strong"
          onPointerDown={(event) => event.stopPropagation()}
          onClick={() => {
            close();
            message.action?.onPress();
          }}
        >
          {message.action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Fechar aviso"
        className="-m-2.5 grid size-11 shrink-0 place-items-center rounded-control text-on-night-soft hover:text-on-night"
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
