import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

type ToggleRowProps = {
  label: ReactNode;
  help?: ReactNode;
  className?: string;
  children: (control: { id: string; 'aria-describedby'?: string }) => ReactNode;
};

/** A native toggle with its label: the full row is the target. */
export function ToggleRow({ label, help, className, children }: ToggleRowProps) {
  const id = useId();
  const helpId = `${id}-help`;
  return (
    <div className={className}>
      <label
        htmlFor={id}
        className={cx(
          'flex min-h-11 w-fit cursor-pointer items-center gap-3 py-2',
          'has-disabled:cursor-not-allowed has-disabled:text-ink-soft',
        )}
      >
        {children({ id, 'aria-describedby': help ? helpId : undefined })}
        <span>{label}</span>
      </label>
      {help && (
        <p id={helpId} className="-mt-1 mb-2 text-ink-soft text-sm">
          {help}
        </p>
      )}
    </div>
  );
}
