import type { Essay } from '#contract/exams/essays.ts';
import { diffTexts } from '#web/features/content/lessons/writing/text-diff.ts';
import { formatPoints } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';

type ComparedProps = {
  essay: Essay;
  returned: NonNullable<Essay['returned']>;
  previous: NonNullable<Essay['previous']>;
};

/** Both versions word by word, and what changed in the points of each criterion. */
export function ComparedVersions({ essay, returned, previous }: ComparedProps) {
  const stretches = diffTexts(previous.text, essay.text);
  const shown = (side: 'gone' | 'new') =>
    stretches
      .filter(({ kind }) => kind === 'same' || kind === side)
      .map(({ kind, text }, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of two fixed texts never move
        if (kind === 'same') return <span key={index}>{text}</span>;
        const Tag = kind === 'gone' ? 'del' : 'ins';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of two fixed texts never move
          <Tag key={index} className={kind === 'gone' ? 'bg-bad-tint text-bad' : 'bg-ok-tint text-ok'}>
            {text}
          </Tag>
        );
      });
  const { criteria } = essay.theme.espelho;
  const rows = [
    ...criteria.map(({ key, name }) => {
      return { name, before: previous.correction.points[key] ?? 0, after: returned.correction.points[key] ?? 0 };
    }),
    { name: 'Total', before: previous.result.score, after: returned.result.score },
  ];
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
        <Card title={`Versão ${previous.number}`}>
          <p className="whitespace-pre-wrap font-serif leading-[1.75rem]">{shown('gone')}</p>
        </Card>
        <Card title={`Versão ${essay.number}`}>
          <p className="whitespace-pre-wrap font-serif leading-[1.75rem]">{shown('new')}</p>
        </Card>
      </div>
      <Card title="O que mudou na nota">
        <table className="w-full tabular-nums">
          <thead>
            <tr className="border-line border-b text-left text-ink-soft text-sm">
              <th className="py-2 font-normal">Critério</th>
              <th className="py-2 text-right font-normal">{previous.number}ª</th>
              <th className="py-2 text-right font-normal">{essay.number}ª</th>
              <th className="py-2 text-right font-normal">diferença</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, before, after }) => (
              <tr key={name} className="border-line border-b last:border-0 last:font-strong">
                <th className="wrap-anywhere py-2 text-left font-[inherit]">{name}</th>
                <td className="py-2 text-right">{formatPoints(before)}</td>
                <td className="py-2 text-right">{formatPoints(after)}</td>
                <td className="py-2 text-right">{differenceWords(after - before)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    </div>
  );
}

function differenceWords(difference: number): string {
  const rounded = Math.round(difference * 100) / 100;
  if (rounded === 0) return 'igual';
  return rounded > 0 ? `+${formatPoints(rounded)}` : `−${formatPoints(-rounded)}`;
}
