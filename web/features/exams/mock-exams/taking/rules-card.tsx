import type { ShownRules } from '#contract/exams/shown-rules.ts';
import { formatNumber, formatPoints } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { annulmentText, tieText, worthWords } from './ruled-words.ts';

type ScoringRulesProps = { rules: ShownRules; passingScore: number };

/** What counts in this exam, before it begins. */
export const RulesCard = (props: ScoringRulesProps) => (
  <Card title="Regras da prova">
    <ScoringRules {...props} />
  </Card>
);

export function ScoringRules({ rules, passingScore }: ScoringRulesProps) {
  const { weights, minimums, totalMinimum, passLine } = rules;
  const ties = tieText(rules.tieBreaks);
  return (
    <ul className="grid grid-cols-1 list-disc gap-2 pl-5 marker:text-ink-soft">
      <li>{worthWords(rules)}</li>
      {weights.map(({ subject, weight }) => (
        <li key={subject}>
          {subject} tem peso {formatNumber(weight)}.
        </li>
      ))}
      {minimums.map(({ name, subjects, points }) => (
        <li key={name}>
          Mínimo em {name}: {formatPoints(points)} {subjects.join() !== name && `(${subjects.join(', ')})`}
        </li>
      ))}
      {totalMinimum !== null && <li>Mínimo no total: {formatPoints(totalMinimum)}</li>}
      <li>
        Nota de corte: {passLine === null ? `${passingScore}% dos pontos` : `${formatPoints(passLine)} pontos`}. Quem
        fica abaixo de um mínimo é eliminado.
      </li>
      <li>{annulmentText[rules.annulment]}</li>
      {ties && <li>{ties}</li>}
    </ul>
  );
}
