import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** A grey placeholder for content that is loading; `className` sets its size. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cx('skeleton', className)} />;
}

type SkeletonGroupProps = {
  label?: string;
  className?: string;
  /** The sizes of skeletons one below the other. Another arrangement is given as children. */
  blocks?: readonly string[];
  children?: ReactNode;
};

/** One spoken 'Carregando…' for all the skeletons of a screen. */
export function SkeletonGroup({ label = 'Carregando…', className, blocks = [], children }: SkeletonGroupProps) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {blocks.map((size, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are alike and never reordered
        <Skeleton key={index} className={size} />
      ))}
      {children}
    </div>
  );
}
