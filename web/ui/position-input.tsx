import { type KeyboardEvent, useState } from 'react';
import { Input } from './input.tsx';

type PositionInputProps = {
  label: string;
  index: number;
  count: number;
  onMove: (to: number) => void;
};

/** The position of an item as a number: another number moves the item there. Use its index as key. */
export function PositionInput({ label, index, count, onMove }: PositionInputProps) {
  const [typed, setTyped] = useState(String(index + 1));
  const go = () => {
    const place = Number(typed);
    if (Number.isInteger(place) && place >= 1 && place <= count && place !== index + 1) onMove(place - 1);
    else setTyped(String(index + 1));
  };
  return (
    <span className="w-14 shrink-0">
      <Input
        aria-label={label}
        inputMode="numeric"
        maxLength={3}
        className="text-center tabular-nums"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={go}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          go();
        }}
      />
    </span>
  );
}
