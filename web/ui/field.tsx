import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import { FieldContext } from './field-context.ts';

type FieldProps = {
  label: ReactNode;
  help?: ReactNode;
  error?: string | null;
  optional?: boolean;
  hideLabel?: boolean;
  className?: string;
  /**
   * One control of this folder (Input, Textarea, PasswordInput, Select): it gets its id and descriptions from the
   * field.
   */
  children: ReactNode;
};

export function Field({ label, help, error, optional, hideLabel, className, children }: FieldProps) {
  const id = useId();
  const helpId = help ? `${id}-help` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = cx(errorId, helpId) || undefined;
  return (
    <div className={cx('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'font-strong text-sm'}>
        {label}
        {optional && <span className="font-normal text-ink-soft"> (opcional)</span>}
      </label>
      <FieldContext value={{ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined }}>
        {children}
      </FieldContext>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {help && (
        <p id={helpId} className="text-ink-soft text-sm">
          {help}
        </p>
      )}
    </div>
  );
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex gap-1.5 text-bad text-sm">
      <CircleAlert className="mt-px" />
      <span>{children}</span>
    </p>
  );
}
