import { TriangleAlert } from 'lucide-react';
import { formatNumber, formatPoints } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { cx } from '#web/ui/cx.ts';
import { countWords, type RuledResult } from './ruled-words.ts';

/** Points per subject as bars from zero; a negative value has no bar, only its number. */
export function RuledSubjects({ subjects }: { subjects: RuledResult['subjects'] }) {
  return (
    <ul className="grid grid-cols-1 gap-4">
      {subjects.map((subject) => {
        const { name, points, maxPoints, minimum } = subject;
        const isBelow = minimum !== null && points < minimum;
        const share = maxPoints <= 0 ? 0 : Math.max(0, (points / maxPoints) * 100);
        return (
          <li key={name}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="font-strong">{name}</span>
              <span className="tabular-nums">
                <b>{formatPoints(points)}</b> <span className="text-ink-soft">de {formatNumber(maxPoints)}</span>
              </span>
            </div>
            <div className="mt-0.5 flex flex-wrap items-center justify-between gap-x-3 text-ink-soft text-sm">
              <span>{countWords(subject)}</span>
              {isBelow && (
                <Badge tone="sun" icon={<TriangleAlert />}>
                  abaixo do mínimo {formatPoints(minimum)}
                </Badge>
              )}
            </div>
            <div
              aria-hidden="true"
              className="relative mt-1.5 h-3 rounded-[3px] bg-sunken print:border print:border-line print:[print-color-adjust:exact]"
            >
              <div
                className={cx(
                  'h-full rounded-[3px] forced-color-adjust-none',
                  isBelow ? 'border-[1.5px] border-sun-edge bg-sun' : 'bg-ill-blue',
                )}
                style={{ width: `max(${share}%, ${share > 0 ? '6px' : '0px'})` }}
              />
              {minimum !== null && maxPoints > 0 && (
                <span
                  className="absolute -inset-y-1 border-ink border-l-[1.5px] border-dashed"
                  style={{ left: `${Math.min(100, (minimum / maxPoints) * 100)}%` }}
                />
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
