import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

export function Kbd({ className, ...props }: ComponentProps<'kbd'>) {
  return (
    <kbd
      {...props}
      className={cx(
        'inline-block min-w-5.5 rounded-[5px] border border-line-strong px-1.5 py-[3px] text-center font-sans font-strong text-[12px] leading-none',
        className,
      )}
    />
  );
}
