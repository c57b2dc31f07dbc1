import { Check } from 'lucide-react';

type Chip<Value extends string> = { value: Value; label: string; count?: number };
type ChipsProps<Value extends string> = {
  label: string;
  chips: Chip<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  className?: string;
};

/** A choice among a few, in place: what is chosen has a check, not only a colour. */
export function Chips<Value extends string>({ label, chips, value, onValueChange, className }: ChipsProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that press in are no fieldset of a form
    <div role="group" aria-label={label} className={className ?? 'flex flex-wrap gap-2'}>
      {chips.map((chip) => (
        <button
          key={chip.value}
          type="button"
          aria-pressed={chip.value === value}
          onClick={() => onValueChange(chip.value)}
          className="inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-control border border-line-strong bg-surface px-3 text-sm hover:bg-hover aria-pressed:border-primary aria-pressed:bg-selected aria-pressed:font-strong aria-pressed:inset-ring aria-pressed:inset-ring-primary"
        >
          {chip.value === value && <Check className="size-4 stroke-[2.4]" />}
          {chip.label}
          {chip.count !== undefined && <span className="text-ink-soft text-xs tabular-nums"> {chip.count}</span>}
        </button>
      ))}
    </div>
  );
}
