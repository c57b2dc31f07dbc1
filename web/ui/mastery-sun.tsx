import { cx } from './cx.ts';

type MasterySunProps = {
  /** 0 to 1: how far the disc is above its line; null: unknown, which is not zero. */
  value: number | null;
  /** There are answers, but too few for an estimate. */
  tried?: boolean;
  className?: string;
};

const RADIUS = 11.5;

/** The sign for mastery. Decoration: a word or number beside it says the same. */
export function MasterySun({ value, tried = false, className }: MasterySunProps) {
  const rise = Math.min(1, Math.max(0, value ?? 0)) * RADIUS;
  // The disc keeps its radius and sinks behind the line; half of the hidden area is on either side.
  const half = Math.sqrt(Math.max(0, RADIUS ** 2 - (RADIUS - rise) ** 2));
  return (
    <svg aria-hidden="true" viewBox="0 0 32 21" className={cx('shrink-0', className)} fill="none">
      <path
        d="M4.5 18a11.5 11.5 0 0 1 23 0"
        fill={value === null && tried ? 'var(--sun-tint)' : undefined}
        stroke={value === null && tried ? 'var(--sun-edge)' : 'var(--line-strong)'}
        strokeWidth="1.3"
        strokeDasharray={value === null ? '2.5 2.5' : undefined}
      />
      {rise > 0 && (
        <path
          d={`M${16 - half} 18A11.5 11.5 0 0 1 ${16 + half} 18Z`}
          fill="var(--sun)"
          stroke="var(--sun-edge)"
          strokeWidth="1.5"
        />
      )}
      <path d="M1 19.5h30" stroke="var(--ink)" strokeWidth="2.5" />
    </svg>
  );
}
