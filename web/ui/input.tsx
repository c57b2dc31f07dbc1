import type { ComponentProps } from 'react';
import { controlClass } from './control-class.ts';
import { cx } from './cx.ts';
import { useFieldControl } from './field-context.ts';

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input {...useFieldControl()} {...props} className={cx(controlClass, className)} />;
}
