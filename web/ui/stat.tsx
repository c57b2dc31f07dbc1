import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type StatProps = {
  label: ReactNode;
  value: ReactNode;
  unit?: ReactNode;
  note?: ReactNode;
  /** A small chart of the number; left out on phones, where the number is enough. */
  picture?: ReactNode;
  className?: string;
};

export function Stat({ label, value, unit, note, picture, className }: StatProps) {
  return (
    <div className={cx('flex justify-between gap-3 rounded-card border border-line bg-surface p-3 md:p-5', className)}>
      <div className="min-w-0">
        <p className="text-ink-soft text-xs leading-snug md:text-sm">{label}</p>
        <p className="mt-0.5 font-strong text-3xl tabular-nums leading-tight tracking-[-0.025em] md:text-4xl">
          {value}
          {unit && <span className="font-normal text-sm tracking-normal md:text-base"> {unit}</span>}
        </p>
        {note && <p className="mt-0.5 text-ink-soft text-xs leading-snug">{note}</p>}
      </div>
      {picture && <div className="shrink-0 self-end max-md:hidden">{picture}</div>}
    </div>
  );
}
