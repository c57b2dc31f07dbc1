import { type KeyboardEvent, useRef } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { getPaper } from '#contract/exams/quiz-paper.ts';
import { optionIndexOfKey, optionLabelOf } from '#contract/questions/question-kind.ts';
import { cx } from '#web/ui/cx.ts';
import { NativeInput } from '#web/ui/native-field.tsx';

type Item = ResponseOf<typeof getPaper>['items'][number];
type LettersInputProps = {
  items: readonly Item[];
  answers: readonly (number | null)[];
  onChange: (answers: (number | null)[]) => void;
};

/** One box per item: a letter fills it and moves on, space or hyphen leaves it blank, Backspace moves back. */
export function LettersInput({ items, answers, onChange }: LettersInputProps) {
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const go = (place: number) => {
    const box = boxes.current[Math.min(items.length - 1, Math.max(0, place))];
    box?.focus();
    box?.select();
  };
  const put = (place: number, answer: number | null) =>
    onChange(items.map((_, at) => (at === place ? answer : (answers[at] ?? null))));

  const press = (event: KeyboardEvent<HTMLInputElement>, place: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab' || event.key === 'Enter') return;
    event.preventDefault();
    const item = items[place];
    const chosen = item ? optionIndexOfKey(event.key, item.kind) : -1;
    if (item && chosen >= 0 && chosen < item.options) {
      put(place, chosen);
      go(place + 1);
    } else if (event.key === ' ' || event.key === '-' || event.key === 'Delete') {
      put(place, null);
      go(place + 1);
    } else if (event.key === 'Backspace') {
      if (answers[place] == null) go(place - 1);
      put(place, null);
    } else if (event.key === 'ArrowRight' || event.key === 'ArrowDown') go(place + 1);
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') go(place - 1);
  };

  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(64px,1fr))] gap-2">
      {items.map((item, place) => {
        const answer = answers[place] ?? null;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item is identified by its position
          <label key={place} className="flex items-center gap-1.5">
            <span className="w-7 text-right text-ink-soft text-sm tabular-nums">{place + 1}</span>
            <NativeInput
              ref={(box) => {
                boxes.current[place] = box;
              }}
              aria-label={`Item ${place + 1}`}
              autoComplete="off"
              inputMode="text"
              value={answer === null ? '' : optionLabelOf(answer, item.kind)}
              onChange={({ target }) => {
                // A keyboard on a screen types without keys.
                const chosen = optionIndexOfKey(target.value.slice(-1), item.kind);
                if (chosen >= 0 && chosen < item.options) {
                  put(place, chosen);
                  go(place + 1);
                } else put(place, null);
              }}
              onKeyDown={(event) => press(event, place)}
              onFocus={({ target }) => target.select()}
              className={cx(
                'size-11 min-w-0 rounded-control border border-line-strong bg-surface text-center font-strong uppercase',
                answer === null && 'border-dashed',
              )}
            />
          </label>
        );
      })}
    </div>
  );
}
