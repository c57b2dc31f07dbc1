import { useState } from 'react';
import type { Criterion } from '#contract/exams/espelho.ts';
import type { Correction } from '#contract/exams/essay-corrections.ts';
import { ESSAY_COMMENT_MAX, ESSAY_LINES_MAX } from '#contract/exams/essay-limits.ts';
import type { PublishedTheme } from '#contract/exams/essay-themes.ts';
import { formatPoints, plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { pointsOf, pointsText } from '../essay-words.ts';
import { suggestedPoints } from './marks.ts';

type Change = (wish: Partial<Correction> | ((now: Correction) => Partial<Correction>)) => void;
type CriteriaPanelProps = {
  theme: PublishedTheme;
  correction: Correction;
  isEditable: boolean;
  /** A photographed essay: the lines that its student counted. */
  countedLines?: number | null;
  /** False where only points are decided. */
  hasComment?: boolean;
  onChange: Change;
};

/** The espelho as a reader fills it in. */
export function CriteriaPanel(props: CriteriaPanelProps) {
  const { theme, correction, countedLines = null, isEditable, hasComment = true, onChange } = props;
  const { criteria, rule, zeroReasons } = theme.espelho;
  const reasons = zeroReasons.filter(({ automatic }) => automatic === null);
  return (
    <section aria-label="Espelho" className="grid grid-cols-1 gap-4">
      <h2 className="text-md">Espelho</h2>
      {criteria.map((criterion, index) => (
        <CriterionPoints
          key={criterion.key}
          criterion={criterion}
          position={index + 1}
          correction={correction}
          isEditable={isEditable}
          onChange={onChange}
        />
      ))}
      {countedLines !== null && (
        <Field label="Linhas escritas" help={`O aluno contou ${countedLines}.`}>
          <Input
            inputMode="numeric"
            disabled={!isEditable}
            className="max-w-28"
            value={String(correction.lines ?? countedLines)}
            onChange={({ target }) =>
              onChange({ lines: Math.min(ESSAY_LINES_MAX, Math.trunc(pointsOf(target.value) ?? 0)) })
            }
          />
        </Field>
      )}
      {rule.kind === 'errors_per_line' && (
        <Field label="Erros de língua">
          <Input
            inputMode="numeric"
            disabled={!isEditable}
            value={String(correction.languageErrors)}
            onChange={({ target }) => onChange({ languageErrors: Math.trunc(pointsOf(target.value) ?? 0) })}
          />
        </Field>
      )}
      {reasons.length > 0 && (
        <fieldset className="min-w-0">
          <legend className="font-strong text-sm">Tira a nota</legend>
          {reasons.map(({ key, name }) => (
            <Checkbox
              key={key}
              label={name}
              disabled={!isEditable}
              checked={correction.zeroReasonKeys.includes(key)}
              onChange={({ target }) =>
                onChange(({ zeroReasonKeys }) => ({
                  zeroReasonKeys: target.checked
                    ? [...zeroReasonKeys, key]
                    : zeroReasonKeys.filter((one) => one !== key),
                }))
              }
            />
          ))}
        </fieldset>
      )}
      {hasComment && (
        <Field label="Comentário geral" help="O aluno lê como palavra do professor.">
          <Textarea
            rows={4}
            disabled={!isEditable}
            value={correction.comment}
            maxLength={ESSAY_COMMENT_MAX}
            onChange={({ target }) => onChange({ comment: target.value })}
          />
        </Field>
      )}
    </section>
  );
}

/** Moves on to the points of the next criterion, or leaves the field after the last. */
function focusAfter(input: HTMLInputElement): void {
  const fields = [...(input.closest('section')?.querySelectorAll<HTMLElement>('[data-points]') ?? [])];
  const next = fields[fields.indexOf(input) + 1];
  if (next) next.focus();
  else input.blur();
}

type CriterionPointsProps = Omit<CriteriaPanelProps, 'theme' | 'hasComment' | 'countedLines'> & {
  criterion: Criterion;
  position: number;
};

function CriterionPoints({ criterion, position, correction, isEditable, onChange }: CriterionPointsProps) {
  const { key, name, points: most, levels } = criterion;
  const stored = correction.points[key];
  const [typed, setTyped] = useState(() => pointsText(stored));
  const number = pointsOf(typed);
  // Set from outside: a level, the suggestion, a restored draft.
  const shown = number === stored || (stored === undefined && number === null) ? typed : pointsText(stored);
  const isTooMuch = number !== null && number > most;
  const set = (value: number | null) =>
    onChange(({ points: { [key]: _, ...others } }) => ({
      points: value === null ? others : { ...others, [key]: value },
    }));
  const type = (text: string) => {
    const value = pointsOf(text);
    setTyped(text);
    if (value === null || value <= most) set(value);
  };
  const take = (value: number) => {
    setTyped(pointsText(value));
    set(value);
  };
  const marks = correction.marks.filter((mark) => mark.criterionKey === key).length;
  const suggested = suggestedPoints(criterion, correction.marks);
  return (
    <div className="border-line border-b pb-3">
      <Field
        label={
          <>
            <Kbd className="mr-1.5 max-md:hidden">{position}</Kbd>
            {name} <span className="font-normal text-ink-soft">de {formatPoints(most)}</span>
          </>
        }
        error={isTooMuch ? `No máximo ${formatPoints(most)}.` : null}
        help={`${marks === 0 ? 'sem marcas' : plural(marks, 'marca', 'marcas')}`}
      >
        <Input
          data-points={key}
          inputMode="decimal"
          disabled={!isEditable}
          value={isTooMuch ? typed : shown}
          className="max-w-28"
          onChange={({ target }) => type(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            if (suggested !== null && typed === '' && stored === undefined) take(suggested);
            focusAfter(event.currentTarget);
          }}
        />
      </Field>
      <div className="mt-1 flex flex-wrap gap-1">
        {suggested !== null && suggested !== stored && (
          <Button variant="line" size="sm" disabled={!isEditable} onClick={() => take(suggested)}>
            Sugerido {formatPoints(suggested)}{' '}
            {stored === undefined && <Kbd className="ml-1.5 max-md:hidden">Enter</Kbd>}
          </Button>
        )}
        {levels.map((level) => (
          <Button
            key={level.points}
            variant="quiet"
            size="sm"
            disabled={!isEditable}
            title={level.text}
            onClick={() => take(level.points)}
          >
            {formatPoints(level.points)}: {level.text}
          </Button>
        ))}
      </div>
    </div>
  );
}
