import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** A grey placeholder for content that is loading; `className` sets its size. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cx('skeleton', className)} />;
}

type SkeletonGroupProps = { label?: string; className?: string; children: ReactNode };

/** One spoken 'Carregando…' for all the skeletons of a screen. */
export function SkeletonGroup({ label = 'Carregando…', className, children }: SkeletonGroupProps) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
