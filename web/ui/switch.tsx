import type { ComponentProps, ReactNode } from 'react';
import { NativeInput } from './native-field.tsx';
import { ToggleRow } from './toggle-row.tsx';

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & { label: ReactNode; help?: ReactNode };

/** For a setting that takes effect at once; a choice that waits for a button is a Checkbox. */
export function Switch({ label, help, className, ...props }: SwitchProps) {
  return (
    <ToggleRow label={label} help={help} className={className}>
      {(control) => <NativeInput {...props} {...control} type="checkbox" role="switch" className="tick tick-switch" />}
    </ToggleRow>
  );
}
