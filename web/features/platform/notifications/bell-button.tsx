import { Bell } from 'lucide-react';
import type { ComponentProps } from 'react';

type BellButtonProps = ComponentProps<'button'> & { unread?: number };

/** Also stands in while the bell itself is still on its way. */
export function BellButton({ unread = 0, ...rest }: BellButtonProps) {
  const words = unread === 0 ? 'Notificações' : `Notificações: ${unread === 1 ? '1 nova' : `${shown(unread)} novas`}`;
  return (
    <button
      type="button"
      aria-label={words}
      aria-haspopup="dialog"
      className="relative grid size-11 place-items-center rounded-control hover:bg-night-line"
      {...rest}
    >
      <Bell />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-1 right-0.5 min-w-4.5 rounded-full bg-sun px-1 text-center font-strong text-[12px] text-on-sun tabular-nums leading-[18px]"
        >
          {shown(unread)}
        </span>
      )}
    </button>
  );
}

/** The server counts up to 100. */
const shown = (unread: number) => (unread > 99 ? '99+' : String(unread));
