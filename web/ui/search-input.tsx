import { Search, X } from 'lucide-react';
import { type ComponentProps, useRef } from 'react';
import { cx } from './cx.ts';
import { Input } from './input.tsx';

type SearchInputProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'ref'> & {
  /** Read by screen readers; the placeholder is no label. */
  label: string;
  value: string;
  onValueChange: (value: string) => void;
};

export function SearchInput({ label, value, onValueChange, className, ...props }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onValueChange('');
    input.current?.focus();
  };
  return (
    <div className={cx('relative', className)}>
      <Search className="pointer-events-none absolute top-3.5 left-3.5 text-ink-soft" />
      <Input
        autoComplete="off"
        enterKeyHint="search"
        {...props}
        ref={input}
        type="search"
        aria-label={label}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        className="px-10.5 [&::-webkit-search-cancel-button]:hidden"
      />
      {value !== '' && (
        <button
          type="button"
          aria-label="Limpar busca"
          className="absolute top-0.5 right-0.5 grid size-11 place-items-center rounded-control text-ink-soft hover:text-ink"
          onClick={clear}
        >
          <X />
        </button>
      )}
    </div>
  );
}
