import type { LawArticlePage } from '#contract/content/laws.ts';
import { formatDay } from '#web/lib/calendar-day.ts';
import { plural } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { historyWords, textWithoutRemarks } from './law-words.ts';

/** The texts of an article that are not shown: what it was before, and what it is or will be after. */
export function LawHistory({ history, asOf }: Pick<LawArticlePage, 'history' | 'asOf'>) {
  if (history.length === 0) return null;
  const later = history.filter(({ isLater }) => isLater);
  const devices = [...Map.groupBy(history, ({ lexId }) => lexId)];
  return (
    <Card title="Histórico" aside={plural(history.length, 'texto', 'textos')}>
      {later.length > 0 && (
        <p className="mb-2 text-sm">
          {plural(later.length, 'dispositivo tem texto', 'dispositivos têm texto')} posterior a {formatDay(asOf.day)}.
        </p>
      )}
      <details open={later.length > 0}>
        <summary className="flex min-h-11 cursor-pointer items-center text-sm">Mostrar</summary>
        <ul className="grid gap-4">
          {devices.map(([lexId, texts]) => (
            <li key={lexId} className="text-sm">
              <p className="font-strong">{texts[0]?.label || 'Caput'}</p>
              <ol className="grid gap-2">
                {texts.map((one) => (
                  <li key={one.number}>
                    <p className="text-ink-soft">{historyWords(one)}</p>
                    <p className="wrap-anywhere whitespace-pre-line font-serif">{textWithoutRemarks(one)}</p>
                  </li>
                ))}
              </ol>
            </li>
          ))}
        </ul>
      </details>
    </Card>
  );
}
