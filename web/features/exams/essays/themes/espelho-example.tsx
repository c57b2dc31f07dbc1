import { useState } from 'react';
import * as z from 'zod/mini';
import { espelho as espelhoShape, mostPoints, scoreEssay } from '#contract/exams/espelho.ts';
import { formatPoints } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { pointsOf, pointsText } from '../essay-words.ts';
import { type EditedEspelho, espelhoOf } from './theme-draft.ts';

type EspelhoExampleProps = { espelho: EditedEspelho; minLines: string; maxLines: string };

/** The espelho tried on an example, by the function that will score the essays. Nothing of it is stored. */
export function EspelhoExample({ espelho: edited, minLines, maxLines }: EspelhoExampleProps) {
  const [points, setPoints] = useState<Record<string, string>>({});
  const [lines, setLines] = useState(maxLines);
  const [errors, setErrors] = useState('0');
  const [reasons, setReasons] = useState<string[]>([]);
  const parsed = z.safeParse(espelhoShape, espelhoOf(edited));
  if (!parsed.success) {
    return (
      <Card title="Experimentar">
        <p className="text-ink-soft">Complete o espelho para ver a nota de um exemplo.</p>
      </Card>
    );
  }
  const espelho = parsed.data;
  const given = espelho.criteria.map(({ key, points: most }) => [key, pointsOf(points[key] ?? pointsText(most)) ?? 0]);
  const result = scoreEssay(espelho, {
    points: Object.fromEntries(given),
    languageErrors: pointsOf(errors) ?? 0,
    zeroReasonKeys: reasons,
    lines: Math.min(Number(maxLines) || 0, pointsOf(lines) ?? 0),
    minLines: Number(minLines) || 0,
  });
  const byReader = espelho.zeroReasons.filter(({ automatic }) => automatic === null);
  return (
    <Card title="Experimentar" aside="um exemplo, nada é guardado">
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        {espelho.criteria.map(({ key, name, points: most }) => (
          <Field key={key} label={`${name} (de ${formatPoints(most)})`}>
            <Input
              inputMode="decimal"
              value={points[key] ?? pointsText(most)}
              onChange={({ target }) => setPoints({ ...points, [key]: target.value })}
            />
          </Field>
        ))}
        <Field label="Linhas escritas">
          <Input inputMode="numeric" value={lines} onChange={({ target }) => setLines(target.value)} />
        </Field>
        {espelho.rule.kind === 'errors_per_line' && (
          <Field label="Erros de língua">
            <Input inputMode="numeric" value={errors} onChange={({ target }) => setErrors(target.value)} />
          </Field>
        )}
      </div>
      {byReader.map(({ key, name }) => (
        <Checkbox
          key={key}
          label={name}
          checked={reasons.includes(key)}
          onChange={({ target }) =>
            setReasons(target.checked ? [...reasons, key] : reasons.filter((one) => one !== key))
          }
        />
      ))}
      <p role="status" className="mt-4 text-lg">
        Nota <b>{formatPoints(result.score)}</b> de {formatPoints(mostPoints(espelho))}
        {result.isPassed !== null && (result.isPassed ? ', acima do mínimo' : ', abaixo do mínimo')}
      </p>
      {result.penalty > 0 && (
        <p className="text-ink-soft text-sm">
          Conteúdo {formatPoints(result.content)} menos {formatPoints(result.penalty)} de erros por linha.
        </p>
      )}
    </Card>
  );
}
