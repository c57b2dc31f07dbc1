import type { CSSProperties } from 'react';
import { cx } from './cx.ts';

type ProgressProps = {
  /** 0 to 100; other values are clamped. */
  value: number;
  label: string;
  /** How the value is spoken when 'NN %' is not enough: '38 de 86 itens'. */
  valueText?: string;
  className?: string;
};

/** The horizon: a line, its lit segment, and the sun at the tip. At zero there is no sun. */
export function Progress({ value, label, valueText, className }: ProgressProps) {
  const percent = Math.round(Math.min(100, Math.max(0, value)));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={valueText}
      className={cx('horizon', className)}
      style={{ '--value': `${percent}%` } as CSSProperties}
    />
  );
}
