import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import './kbd.css';

/** A key of the keyboard. `kbd.css` hides keys, and sentences about them, where the pointer is a finger. */
export function Kbd({ className, ...props }: ComponentProps<'kbd'>) {
  return (
    <kbd
      {...props}
      className={cx(
        'key inline-block min-w-5.5 rounded-[5px] border border-line-strong px-1.5 py-[3px] text-center font-sans font-strong text-[12px] leading-none',
        className,
      )}
    />
  );
}
