import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { controlClass } from './control-class.ts';
import { cx } from './cx.ts';
import { useFieldControl } from './field-context.ts';
import { NativeSelect } from './native-field.tsx';

/** The native select, styled: its picker is the fastest one on every phone. */
export function Select({ className, children, ...props }: ComponentProps<'select'>) {
  return (
    <div className={cx('relative', className)}>
      <NativeSelect {...useFieldControl()} {...props} className={cx(controlClass, 'appearance-none truncate pr-11')}>
        {children}
      </NativeSelect>
      <ChevronDown className="pointer-events-none absolute top-3.5 right-3.5 text-ink-soft" />
    </div>
  );
}
