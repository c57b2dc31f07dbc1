import type { ComponentProps, MouseEvent } from 'react';
import { cx } from './cx.ts';

export type ButtonVariant = 'primary' | 'next' | 'line' | 'quiet' | 'bad' | 'night';
export type ButtonSize = 'md' | 'lg' | 'sm' | 'icon';

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-primary text-on-primary hover:bg-primary-hover',
  next: 'border-transparent bg-sun text-on-sun hover:bg-sun-hover',
  line: 'border-line-strong bg-surface text-ink hover:bg-hover',
  quiet: 'border-transparent text-ink hover:bg-hover',
  bad: 'border-current bg-surface text-bad hover:bg-bad-tint',
  night: 'border-night-line text-on-night hover:bg-night-line',
};

const sizes: Record<ButtonSize, string> = {
  md: 'min-h-11 px-4 py-2',
  lg: 'min-h-13 px-6 py-2 text-md',
  sm: 'min-h-9 px-3 text-sm pointer-coarse:min-h-11',
  icon: 'size-11 shrink-0',
};

const shared =
  'inline-flex items-center justify-center gap-2 rounded-control border font-strong no-underline transition-colors ' +
  'disabled:border-line disabled:bg-sunken disabled:text-ink-soft ' +
  'aria-disabled:cursor-not-allowed aria-disabled:border-line aria-disabled:bg-sunken aria-disabled:text-ink-soft';

type ButtonStyle = { variant?: ButtonVariant; size?: ButtonSize; className?: string };

/** The style of a button for a link: `<Link className={buttonClass({ variant: 'next' })}>`. */
export function buttonClass({ variant = 'primary', size = 'md', className }: ButtonStyle = {}): string {
  return cx(shared, variants[variant], sizes[size], className);
}

type ButtonProps = ComponentProps<'button'> &
  ButtonStyle & {
    /** Work is in progress: the button keeps its width and the focus, and ignores clicks. */
    busy?: boolean;
    busyLabel?: string;
  };

export function Button({
  variant,
  size,
  busy,
  busyLabel,
  className,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  // Not `disabled`: that would drop the focus of the person who has just pressed it.
  const refuse = (event: MouseEvent) => event.preventDefault();
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ variant, size, className })}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={busy ? refuse : onClick}
    >
      {busy === undefined ? (
        children
      ) : (
        <BusyContent busy={busy} busyLabel={busyLabel}>
          {children}
        </BusyContent>
      )}
    </button>
  );
}

type BusyContentProps = Pick<ButtonProps, 'busyLabel' | 'children'> & { busy: boolean };

/** Both contents share one grid cell, so that the wider one sets the width in both states. */
function BusyContent({ busy, busyLabel, children }: BusyContentProps) {
  const cell = 'col-start-1 row-start-1 flex items-center justify-center gap-2';
  return (
    <span
      data-reserve={busy ? undefined : busyLabel}
      className="grid place-items-center data-reserve:after:invisible data-reserve:after:col-start-1 data-reserve:after:h-0 data-reserve:after:overflow-hidden data-reserve:after:pl-[calc(1em+8px)] data-reserve:after:content-[attr(data-reserve)]"
    >
      <span className={cx(cell, busy && (busyLabel ? 'invisible' : 'opacity-0'))}>{children}</span>
      {busy && (
        <span className={cell}>
          <span className="ring-spinner" aria-hidden="true" />
          {busyLabel}
        </span>
      )}
    </span>
  );
}
