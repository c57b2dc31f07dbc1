import type { ComponentProps, ReactNode } from 'react';
import { NativeInput } from './native-field.tsx';
import { ToggleRow } from './toggle-row.tsx';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; help?: ReactNode };

export function Checkbox({ label, help, className, ...props }: CheckboxProps) {
  return (
    <ToggleRow label={label} help={help} className={className}>
      {(control) => <NativeInput {...props} {...control} type="checkbox" className="tick" />}
    </ToggleRow>
  );
}
