import { Check, Clock, Hourglass, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type BadgeTone = 'ok' | 'bad' | 'info' | 'sun' | 'plain';

const tones: Record<BadgeTone, string> = {
  ok: 'bg-ok-tint text-ok',
  bad: 'bg-bad-tint text-bad',
  info: 'bg-info-tint text-info',
  sun: 'bg-sun-tint text-sun-ink',
  plain: 'bg-sunken text-ink',
};

const icons: Record<BadgeTone, ReactNode> = {
  ok: <Check />,
  bad: <X />,
  info: <Clock />,
  sun: <Hourglass />,
  plain: null,
};

type BadgeProps = {
  /** `sun` means: waiting for you. */
  tone?: BadgeTone;
  /** Instead of the icon of the tone; null for none. */
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
};

export function Badge({ tone = 'plain', icon = icons[tone], className, children }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex w-fit items-center gap-1.25 whitespace-nowrap rounded-full px-2.25 py-0.5 font-strong text-xs',
        '[&_.lucide]:-ml-0.5 [&_.lucide]:size-3.5 [&_.lucide]:stroke-[2.4]',
        tones[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}
