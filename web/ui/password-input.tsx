import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { cx } from './cx.ts';
import { Input } from './input.tsx';

type PasswordInputProps = Omit<ComponentProps<'input'>, 'type'>;

export function PasswordInput({ className, ...props }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className={cx('relative', className)}>
      <Input
        spellCheck={false}
        autoCapitalize="none"
        autoCorrect="off"
        {...props}
        type={shown ? 'text' : 'password'}
        className="pr-13"
      />
      <button
        type="button"
        className="absolute top-0.5 right-0.5 grid size-11 place-items-center rounded-control text-ink-soft hover:text-ink"
        aria-label={shown ? 'Ocultar senha' : 'Mostrar senha'}
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff /> : <Eye />}
      </button>
    </div>
  );
}
