import type { ComponentProps } from 'react';
import { controlClass } from './control-class.ts';
import { cx } from './cx.ts';
import { useFieldControl } from './field-context.ts';
import { NativeInput } from './native-field.tsx';

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <NativeInput {...useFieldControl()} {...props} className={cx(controlClass, className)} />;
}
