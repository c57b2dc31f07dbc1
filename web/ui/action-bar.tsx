import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { barToasts } from './toast-slots.ts';

/** The actions of a long form, always in view at the bottom of the window. */
export function ActionBar({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div data-action-bar className={cx('sticky bottom-(--bar-height) z-1 bg-canvas', className)}>
      <div ref={barToasts} />
      <div className="flex flex-wrap items-center gap-3 border-line border-t py-3 max-md:[&>button]:flex-1 md:justify-end">
        {children}
      </div>
    </div>
  );
}
