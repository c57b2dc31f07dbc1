import { Plus, Trash2 } from 'lucide-react';
import type { QuizRules } from '#contract/exams/exam-rules.ts';
import { RULE_BLOCKS_MAX, RULE_NAME_MAX } from '#contract/limits.ts';
import { newKey } from '#web/lib/new-key.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field, FieldError } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import type { FieldErrors } from '#web/ui/use-form.ts';
import type { EditedMinimum, EditedRules } from './rules-draft.ts';

export type RuleSectionProps = {
  edited: EditedRules;
  subjects: QuizRules['subjects'];
  errors: FieldErrors;
  onChange: (wish: Partial<EditedRules>) => void;
};

/** The minimums of a candidate, in a block of subjects and in total. */
export function RuleMinimums({ edited, subjects, errors, onChange }: RuleSectionProps) {
  const { minimums } = edited;
  const add = () => onChange({ minimums: [...minimums, { key: newKey(), name: '', subjectIds: [], points: '' }] });
  const replace = (key: string, wish: Partial<EditedMinimum>) =>
    onChange({ minimums: minimums.map((block) => (block.key === key ? { ...block, ...wish } : block)) });
  return (
    <Card title="Mínimos e corte">
      <p className="mb-4 text-ink-soft">Quem fica abaixo de um mínimo é eliminado, mesmo passando do corte.</p>
      <ul className="grid grid-cols-1 gap-3">
        {minimums.map((block, place) => (
          <li key={block.key}>
            <fieldset className="grid min-w-0 gap-3 rounded-control border border-line p-3">
              <legend className="sr-only">Mínimo {place + 1}</legend>
              <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-3">
                <Field label="Bloco" error={errors[`rules.minimums.${place}.name`]}>
                  <Input
                    value={block.name}
                    maxLength={RULE_NAME_MAX}
                    onChange={({ target }) => replace(block.key, { name: target.value })}
                  />
                </Field>
                <Field label="Pontos" error={errors[`rules.minimums.${place}.points`]}>
                  <Input
                    inputMode="decimal"
                    value={block.points}
                    onChange={({ target }) => replace(block.key, { points: target.value })}
                  />
                </Field>
              </div>
              <fieldset className="flex min-w-0 flex-wrap gap-x-5">
                <legend className="sr-only">Matérias do bloco {block.name}</legend>
                {subjects.map(({ subjectId, name }) => (
                  <Checkbox
                    key={subjectId}
                    label={name}
                    checked={block.subjectIds.includes(subjectId)}
                    onChange={({ target }) =>
                      replace(block.key, {
                        subjectIds: target.checked
                          ? [...block.subjectIds, subjectId]
                          : block.subjectIds.filter((id) => id !== subjectId),
                      })
                    }
                  />
                ))}
              </fieldset>
              {errors[`rules.minimums.${place}.subjectIds`] && (
                <div tabIndex={-1} data-invalid="">
                  <FieldError>{errors[`rules.minimums.${place}.subjectIds`]}</FieldError>
                </div>
              )}
              <Button
                variant="quiet"
                size="sm"
                className="justify-self-end"
                onClick={() => onChange({ minimums: minimums.filter(({ key }) => key !== block.key) })}
              >
                <Trash2 /> Remover<span className="sr-only"> mínimo {place + 1}</span>
              </Button>
            </fieldset>
          </li>
        ))}
      </ul>
      {errors['rules.minimums'] && <FieldError>{errors['rules.minimums']}</FieldError>}
      <Button
        variant="line"
        size="sm"
        className="mt-3"
        disabled={minimums.length >= RULE_BLOCKS_MAX || subjects.length === 0}
        onClick={add}
      >
        <Plus /> Incluir mínimo
      </Button>
      <div className="mt-5 grid grid-cols-1 gap-4 md:grid-cols-2">
        <Field
          label="Mínimo no total"
          optional
          error={errors['rules.totalMinimum']}
          help="Vazio: não há mínimo na soma da prova."
        >
          <Input
            inputMode="decimal"
            value={edited.totalMinimum}
            onChange={({ target }) => onChange({ totalMinimum: target.value })}
          />
        </Field>
        <Field
          label="Nota de corte em pontos"
          optional
          error={errors['rules.passLine']}
          help="Vazio: a porcentagem do simulado, aplicada aos pontos."
        >
          <Input
            inputMode="decimal"
            value={edited.passLine}
            onChange={({ target }) => onChange({ passLine: target.value })}
          />
        </Field>
      </div>
    </Card>
  );
}
