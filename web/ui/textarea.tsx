import type { ComponentProps } from 'react';
import { controlClass } from './control-class.ts';
import { cx } from './cx.ts';
import { useFieldControl } from './field-context.ts';
import { NativeTextarea } from './native-field.tsx';

export function Textarea({ className, rows = 4, ...props }: ComponentProps<'textarea'>) {
  return (
    <NativeTextarea rows={rows} {...useFieldControl()} {...props} className={cx(controlClass, 'resize-y', className)} />
  );
}
