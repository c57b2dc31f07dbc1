import { type Espelho, mostPoints } from '#contract/exams/espelho.ts';
import { formatPoints } from '#web/lib/format.ts';
import { ruleWords } from './essay-words.ts';

/** How an essay will be graded, as students read it before they write. */
export function EspelhoList({ espelho }: { espelho: Espelho }) {
  return (
    <>
      <ul className="grid grid-cols-1 divide-y divide-line">
        {espelho.criteria.map(({ key, name, points, weight, description, levels }) => (
          <li key={key} className="py-3 first:pt-0">
            <p className="flex items-baseline justify-between gap-3 font-strong">
              <span className="wrap-anywhere">{name}</span>
              <span className="shrink-0 tabular-nums">
                {formatPoints(points)}
                {weight !== 1 && <span className="font-normal text-ink-soft"> × {formatPoints(weight)}</span>}
              </span>
            </p>
            {description && <p className="text-ink-soft text-sm">{description}</p>}
            {levels.length > 0 && (
              <ul className="mt-1 grid grid-cols-1 gap-0.5 text-ink-soft text-sm">
                {levels.map((level) => (
                  <li key={level.points}>
                    {formatPoints(level.points)}: {level.text}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      <p className="flex justify-between border-ink border-t-2 pt-3 font-strong">
        <span>Total</span>
        <span className="tabular-nums">{formatPoints(mostPoints(espelho))}</span>
      </p>
      <p className="mt-2 text-ink-soft text-sm">
        {ruleWords(espelho)}
        {espelho.minimum !== null && ` Mínimo para passar: ${formatPoints(espelho.minimum)}.`}
      </p>
      {espelho.zeroReasons.length > 0 && (
        <p className="mt-1 text-ink-soft text-sm">
          Tiram a nota: {espelho.zeroReasons.map(({ name }) => name.toLowerCase()).join(', ')}.
        </p>
      )}
    </>
  );
}
