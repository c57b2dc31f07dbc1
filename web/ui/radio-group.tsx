import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import { FieldError } from './field.tsx';
import { NativeInput } from './native-field.tsx';

type RadioOption<Value extends string> = {
  value: Value;
  label: ReactNode;
  help?: ReactNode;
  disabled?: boolean;
};

type RadioGroupProps<Value extends string> = {
  label: ReactNode;
  hideLabel?: boolean;
  name?: string;
  value: Value | null;
  onValueChange: (value: Value) => void;
  options: RadioOption<Value>[];
  error?: string | null;
  /** `cards`: each option is a bordered row, for choices that need space. */
  look?: 'plain' | 'cards';
  className?: string;
};

const row = 'flex min-h-11 cursor-pointer items-start gap-3 has-disabled:cursor-not-allowed has-disabled:text-ink-soft';
const looks = {
  plain: 'w-fit py-2',
  cards:
    'rounded-control border border-line-strong bg-surface px-4 py-3 hover:bg-hover ' +
    'has-checked:border-primary has-checked:bg-selected has-checked:inset-ring has-checked:inset-ring-primary',
};

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, hideLabel, name, value, onValueChange, options, error, look = 'plain', className } = props;
  const id = useId();
  const errorId = error ? `${id}-error` : undefined;
  return (
    <fieldset className={cx('min-w-0', className)} aria-describedby={errorId}>
      <legend className={hideLabel ? 'sr-only' : 'mb-1.5 font-strong text-sm'}>{label}</legend>
      <div className={cx('grid', look === 'cards' && 'gap-2')}>
        {options.map((option) => (
          <label key={option.value} className={cx(row, looks[look])}>
            <NativeInput
              type="radio"
              className="tick tick-round mt-px"
              name={name ?? id}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              aria-invalid={error ? true : undefined}
              onChange={() => onValueChange(option.value)}
            />
            <span className="min-w-0">
              {option.label}
              {option.help && <span className="block text-ink-soft text-sm">{option.help}</span>}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <div className="mt-1.5">
          <FieldError id={errorId}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  );
}
