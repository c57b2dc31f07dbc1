import { ArrowUp, Plus, Trash2 } from 'lucide-react';
import type { TieBreak } from '#contract/exams/exam-rules.ts';
import { RULE_BLOCKS_MAX } from '#contract/limits.ts';
import { newKey } from '#web/lib/new-key.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field, FieldError } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import type { RuleSectionProps } from './rule-minimums.tsx';
import { tieBreakWords } from './rules-draft.ts';

const kinds = ['right', 'wrong', 'time'] as const;

/** Encodes a criterion, with its subject where it needs one, as the value of one select option. */
const choiceOf = ({ by, subjectId }: TieBreak) => (by === 'subject' ? `subject:${subjectId}` : by);
const chosen = (choice: string): TieBreak =>
  choice.startsWith('subject:')
    ? { by: 'subject', subjectId: Number(choice.slice('subject:'.length)) }
    : { by: kinds.find((kind) => kind === choice) ?? 'right', subjectId: null };

/** Who comes first among equal points: the first criterion that tells them apart. */
export function RuleTieBreaks({ edited, subjects, errors, onChange }: RuleSectionProps) {
  const { tieBreaks } = edited;
  const choices = [
    ...kinds.map((by) => ({ value: by as string, label: tieBreakWords[by] })),
    ...subjects.map(({ subjectId, name }) => ({
      value: `subject:${subjectId}`,
      label: `${tieBreakWords.subject} ${name}`,
    })),
  ];
  const taken = new Set(tieBreaks.map(choiceOf));
  const free = choices.find(({ value }) => !taken.has(value));
  const raise = (place: number) =>
    onChange({
      tieBreaks: tieBreaks.toSpliced(place - 1, 2, ...tieBreaks.slice(place - 1, place + 1).toReversed()),
    });
  return (
    <Card title="Desempate">
      <p className="mb-4 text-ink-soft">
        Com a mesma nota líquida, vem antes quem vence o primeiro critério que os separa. Sem nenhum, dividem a posição.
      </p>
      <ol className="grid grid-cols-1 gap-2">
        {tieBreaks.map((one, place) => (
          <li key={one.key} className="flex items-center gap-2">
            <Field label={`Critério ${place + 1}`} hideLabel className="min-w-0 flex-1">
              <Select
                value={choiceOf(one)}
                onChange={({ target }) =>
                  onChange({
                    tieBreaks: tieBreaks.map((other) =>
                      other.key === one.key ? { key: one.key, ...chosen(target.value) } : other,
                    ),
                  })
                }
              >
                {choices
                  .filter(({ value }) => value === choiceOf(one) || !taken.has(value))
                  .map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
              </Select>
            </Field>
            <Button
              variant="quiet"
              size="icon"
              disabled={place === 0}
              aria-label={`Subir o critério ${place + 1}`}
              onClick={() => raise(place)}
            >
              <ArrowUp />
            </Button>
            <Button
              variant="quiet"
              size="icon"
              aria-label={`Remover o critério ${place + 1}`}
              onClick={() => onChange({ tieBreaks: tieBreaks.filter(({ key }) => key !== one.key) })}
            >
              <Trash2 />
            </Button>
          </li>
        ))}
      </ol>
      {errors['rules.tieBreaks'] && <FieldError>{errors['rules.tieBreaks']}</FieldError>}
      <Button
        variant="line"
        size="sm"
        className="mt-3"
        disabled={!free || tieBreaks.length >= RULE_BLOCKS_MAX}
        onClick={() => free && onChange({ tieBreaks: [...tieBreaks, { key: newKey(), ...chosen(free.value) }] })}
      >
        <Plus /> Incluir critério
      </Button>
    </Card>
  );
}
