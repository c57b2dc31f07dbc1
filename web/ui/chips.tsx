import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

type ChipProps = { isPressed: boolean; onPress: () => void; count?: number | string | undefined; children: ReactNode };

/** A toggle chip: the selected one has a check mark, not only a colour. */
export const Chip = ({ isPressed, onPress, count, children }: ChipProps) => (
  <button
    type="button"
    aria-pressed={isPressed}
    onClick={onPress}
    className="inline-flex min-h-11 max-w-full shrink-0 items-center gap-1.5 rounded-control border border-line-strong bg-surface px-3 text-left text-sm hover:bg-hover aria-pressed:border-primary aria-pressed:bg-selected aria-pressed:font-strong aria-pressed:inset-ring aria-pressed:inset-ring-primary"
  >
    {isPressed && <Check className="size-4 stroke-[2.4]" />}
    {children}
    {count !== undefined && <span className="text-ink-soft text-xs tabular-nums"> {count}</span>}
  </button>
);

type ChipsProps<Value extends string> = {
  label: string;
  chips: { value: Value; label: string; count?: number | string }[];
  value: Value;
  onValueChange: (value: Value) => void;
  className?: string;
};

/** One choice among a few. */
export function Chips<Value extends string>({ label, chips, value, onValueChange, className }: ChipsProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: toggle buttons are no fieldset of a form
    <div role="group" aria-label={label} className={className ?? 'flex flex-wrap gap-2'}>
      {chips.map((chip) => (
        <Chip
          key={chip.value}
          isPressed={chip.value === value}
          onPress={() => onValueChange(chip.value)}
          count={chip.count}
        >
          {chip.label}
        </Chip>
      ))}
    </div>
  );
}
