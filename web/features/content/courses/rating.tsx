import { Star } from 'lucide-react';
import { RATING_MAX } from '#contract/limits.ts';
import { formatDecimal, plural } from '#web/lib/format.ts';
import { cx } from '#web/ui/cx.ts';
import { NativeInput } from '#web/ui/native-field.tsx';

/** '4,5 (12)' with a star, or a text without ratings. */
export function AverageRating({ average, count }: { average: number | null; count: number }) {
  if (average === null) return <span>Sem avaliações</span>;
  return (
    <span className="inline-flex items-center gap-1 tabular-nums">
      <Star className="size-4 fill-sun text-sun-ink" />
      <span className="sr-only">Avaliação média:</span>
      <span className="text-ink">{formatDecimal(average)}</span>
      <span>
        (<span className="sr-only">{plural(count, 'avaliação', 'avaliações')}</span>
        <span aria-hidden="true">{count}</span>)
      </span>
    </span>
  );
}

type RatingInputProps = { value: number | null; onChange: (stars: number) => void; disabled?: boolean };

const names = ['Muito ruim', 'Ruim', 'Regular', 'Bom', 'Excelente'];

/** Five stars that are one group of radio buttons: arrows move, the name of each is spoken. */
export function RatingInput({ value, onChange, disabled }: RatingInputProps) {
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className="mb-1 font-strong text-sm">Sua avaliação</legend>
      <div className="flex items-center gap-1">
        {Array.from({ length: RATING_MAX }, (_, index) => index + 1).map((stars) => (
          <label
            key={stars}
            className="relative grid size-11 cursor-pointer place-items-center rounded-control hover:bg-hover has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <NativeInput
              type="radio"
              name="rating"
              className="sr-only"
              value={stars}
              checked={value === stars}
              onChange={() => onChange(stars)}
            />
            <Star className={cx('size-6 text-sun-ink', stars <= (value ?? 0) && 'fill-sun')} />
            <span className="sr-only">
              {plural(stars, 'estrela', 'estrelas')}: {names[stars - 1]}
            </span>
          </label>
        ))}
        {value !== null && <span className="ml-2 text-ink-soft text-sm">{names[value - 1]}</span>}
      </div>
    </fieldset>
  );
}
