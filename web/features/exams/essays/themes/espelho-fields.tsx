import { Plus, X } from 'lucide-react';
import { espelhoPresets } from '#contract/exams/espelho-presets.ts';
import {
  ESPELHO_CRITERIA_MAX,
  ESPELHO_LEVELS_MAX,
  ESPELHO_REASONS_MAX,
  ESSAY_WORDS_MAX,
} from '#contract/exams/essay-limits.ts';
import { RULE_NAME_MAX } from '#contract/limits.ts';
import { newKey } from '#web/lib/new-key.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { type EditedCriterion, type EditedEspelho, editedEspelho } from './theme-draft.ts';
import { ZeroReasons } from './zero-reasons.tsx';

type EspelhoFieldsProps = {
  espelho: EditedEspelho;
  errors: Partial<Record<string, string>>;
  onChange: (wish: Partial<EditedEspelho>) => void;
};

/** Criteria, the rule that makes a score of them, zero reasons and the minimum. */
export function EspelhoFields({ espelho, errors, onChange }: EspelhoFieldsProps) {
  const { criteria, rule, factor, minimum } = espelho;
  const change = (key: string, wish: Partial<EditedCriterion>) =>
    onChange({ criteria: criteria.map((one) => (one.key === key ? { ...one, ...wish } : one)) });
  const add = () =>
    onChange({
      criteria: [...criteria, { key: newKey(), name: '', points: '1', weight: '1', description: '', levels: [] }],
    });
  const wrong = errors['draft.espelho.criteria'] ?? errors['draft.espelho'];
  return (
    <>
      <Card title="Espelho">
        <div className="mb-4 flex flex-wrap items-center gap-2">
          <span className="text-ink-soft text-sm">Começar por um modelo:</span>
          {espelhoPresets.map(({ key, name, espelho: preset }) => (
            <Button key={key} variant="line" size="sm" onClick={() => onChange(editedEspelho(preset))}>
              {name}
            </Button>
          ))}
        </div>
        {wrong && <p className="mb-3 text-bad text-sm">{wrong}</p>}
        <ol className="grid grid-cols-1 gap-4">
          {criteria.map((criterion, index) => (
            <li key={criterion.key} className="rounded-control border border-line p-3">
              <CriterionFields
                criterion={criterion}
                position={index}
                errors={errors}
                onChange={(wish) => change(criterion.key, wish)}
                onRemove={
                  criteria.length > 1
                    ? () => onChange({ criteria: criteria.filter(({ key }) => key !== criterion.key) })
                    : undefined
                }
              />
            </li>
          ))}
        </ol>
        {criteria.length < ESPELHO_CRITERIA_MAX && (
          <Button variant="line" size="sm" className="mt-3" onClick={add}>
            <Plus /> Novo critério
          </Button>
        )}
      </Card>
      <Card title="Regra da nota">
        <RadioGroup
          label="Como os critérios viram nota"
          hideLabel
          value={rule}
          onValueChange={(next) => onChange({ rule: next })}
          options={[
            { value: 'sum', label: 'Soma dos critérios', help: 'Cada um vezes o seu peso.' },
            {
              value: 'errors_per_line',
              label: 'Conteúdo menos erros por linha (Cebraspe)',
              help: 'NC − k × NE ÷ TL, nunca abaixo de 0.',
            },
          ]}
        />
        <div className="mt-4 grid grid-cols-1 gap-4 md:grid-cols-3">
          {rule === 'errors_per_line' && (
            <Field label="Fator k" error={errors['draft.espelho.rule.factor']}>
              <Input inputMode="decimal" value={factor} onChange={({ target }) => onChange({ factor: target.value })} />
            </Field>
          )}
          <Field
            label="Mínimo para passar"
            optional
            error={errors['draft.espelho.minimum']}
            help="Vazio: a redação não elimina."
          >
            <Input inputMode="decimal" value={minimum} onChange={({ target }) => onChange({ minimum: target.value })} />
          </Field>
        </div>
      </Card>
      <ZeroReasons espelho={espelho} errors={errors} onChange={onChange} max={ESPELHO_REASONS_MAX} />
    </>
  );
}

type CriterionFieldsProps = {
  criterion: EditedCriterion;
  position: number;
  errors: Partial<Record<string, string>>;
  onChange: (wish: Partial<EditedCriterion>) => void;
  onRemove: (() => void) | undefined;
};

function CriterionFields({ criterion, position, errors, onChange, onRemove }: CriterionFieldsProps) {
  const error = (field: string) => errors[`draft.espelho.criteria.${position}.${field}`];
  const { name, points, weight, description, levels } = criterion;
  const changeLevel = (at: number, wish: Partial<EditedCriterion['levels'][number]>) =>
    onChange({ levels: levels.map((level, index) => (index === at ? { ...level, ...wish } : level)) });
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-[minmax(0,1fr)_6rem_6rem_auto]">
      <Field label={`Critério ${position + 1}`} error={error('name')} className="max-md:col-span-2">
        <Input value={name} maxLength={RULE_NAME_MAX} onChange={({ target }) => onChange({ name: target.value })} />
      </Field>
      <Field label="Pontos" error={error('points')}>
        <Input inputMode="decimal" value={points} onChange={({ target }) => onChange({ points: target.value })} />
      </Field>
      <Field label="Peso" error={error('weight')}>
        <Input inputMode="decimal" value={weight} onChange={({ target }) => onChange({ weight: target.value })} />
      </Field>
      {onRemove && (
        <Button
          variant="quiet"
          size="icon"
          className="self-end"
          aria-label={`Tirar critério ${position + 1}`}
          onClick={onRemove}
        >
          <X />
        </Button>
      )}
      <Field label="O que se espera" className="col-span-full" error={error('description')}>
        <Textarea
          rows={2}
          value={description}
          maxLength={ESSAY_WORDS_MAX}
          onChange={({ target }) => onChange({ description: target.value })}
        />
      </Field>
      <details className="col-span-full">
        <summary className="min-h-11 cursor-pointer py-2.5 text-sm">Níveis ({levels.length})</summary>
        <ul className="grid grid-cols-1 gap-2">
          {levels.map((level, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: levels have no name and do not move
            <li key={at} className="flex items-end gap-2">
              <Field label={`Pontos do nível ${at + 1}`} className="w-28" error={error(`levels.${at}.points`)}>
                <Input
                  inputMode="decimal"
                  value={level.points}
                  onChange={({ target }) => changeLevel(at, { points: target.value })}
                />
              </Field>
              <Field label="Descrição" className="grow" error={error(`levels.${at}.text`)}>
                <Input value={level.text} onChange={({ target }) => changeLevel(at, { text: target.value })} />
              </Field>
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Tirar nível ${at + 1}`}
                onClick={() => onChange({ levels: levels.filter((_, index) => index !== at) })}
              >
                <X />
              </Button>
            </li>
          ))}
        </ul>
        {levels.length < ESPELHO_LEVELS_MAX && (
          <Button
            variant="line"
            size="sm"
            className="mt-2"
            onClick={() => onChange({ levels: [...levels, { points: '0', text: '' }] })}
          >
            <Plus /> Novo nível
          </Button>
        )}
      </details>
    </div>
  );
}
